//! What a motif is in words: who does what to whom, as far as the board bears it out.

use super::claim::Claim;
use super::motifs::{Motif, MotifFinding};
use super::played_line::PlayedLine;
use super::words::{listed, man_on, side_name};
use plumb_chess::board::{Piece, PieceKind, Square};
use plumb_support::wording::say;

/// `skewer: the rook on f7 checks the king on f6; the queen on f4 stands behind`, or the
/// name alone where no more can be said.
pub(super) fn words(finding: &MotifFinding, line: &PlayedLine, ply: usize) -> (String, Vec<Claim>) {
    let name = finding.motif.name();
    let detail = detail(finding, line, ply);
    match detail.filter(|(_, claims)| claims.iter().all(|claim| claim.holds(line))) {
        Some((text, claims)) => (format!("{name}: {text}"), claims),
        None => (name.to_owned(), Vec::new()),
    }
}

fn detail(finding: &MotifFinding, line: &PlayedLine, ply: usize) -> Option<(String, Vec<Claim>)> {
    let actor = finding.actor;
    let targets = &finding.targets;
    match finding.motif {
        Motif::Skewer => on_a_ray(
            actor,
            [*targets.first()?, *targets.get(1)?],
            false,
            line,
            ply,
        ),
        Motif::Pin => on_a_ray(
            actor,
            [*targets.first()?, finding.through?],
            true,
            line,
            ply,
        ),
        Motif::Fork | Motif::DiscoveredAttack | Motif::DiscoveredCheck | Motif::DoubleCheck => {
            attacked(actor, targets.clone(), line, ply)
        }
        Motif::BackRankMate
        | Motif::SmotheredMate
        | Motif::ArabianMate
        | Motif::AnastasiaMate
        | Motif::HookMate
        | Motif::BodenMate
        | Motif::DoubleBishopMate
        | Motif::DovetailMate => attacked(actor, targets.clone(), line, ply),
        // What was taken stood there before.
        Motif::HangingPiece => named(targets, line, ply.checked_sub(1)?),
        Motif::CapturingDefender => guarded(
            finding.through?,
            *targets.first()?,
            line,
            ply.checked_sub(1)?,
        ),
        // The man who has two to guard; both targets are what he guards.
        Motif::Overloading => named(&[finding.through?], line, ply),
        Motif::Interference => between_two(
            actor,
            [finding.through?, *targets.first()?],
            line,
            closed_at(actor, line, ply)?,
        ),
        Motif::TrappedPiece | Motif::Deflection => {
            let turn = line.positions().get(ply)?.turn();
            let enemy = |square: &&Square| {
                let piece = line.positions()[ply].piece_on(**square);
                piece.is_some_and(|piece| piece.color() == turn)
            };
            let enemies: Vec<Square> = targets.iter().filter(enemy).copied().collect();
            named(&enemies, line, ply)
        }
        Motif::Zugzwang => {
            let turn = line.positions().get(ply)?.turn();
            let mv = line.first(ply).after(ply.checked_sub(1)?).san();
            let text = say!(motif_detail.zugzwang, r#move = mv, side = side_name(turn));
            Some((text, vec![Claim::IsNotInCheck { ply }]))
        }
        _ => None,
    }
}

/// Men by their squares.
fn named(squares: &[Square], line: &PlayedLine, ply: usize) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let names: Option<Vec<String>> = squares.iter().map(|&at| man_on(position, at)).collect();
    let names = names.filter(|names| !names.is_empty())?;
    Some((listed(&names), stand(squares, line, ply)?))
}

/// A man that was taken had guarded another.
fn guarded(
    guard: Square,
    other: Square,
    line: &PlayedLine,
    ply: usize,
) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let mut claims = stand(&[guard, other], line, ply)?;
    claims.push(Claim::Attacks {
        ply,
        from: guard,
        to: other,
    });
    let [guard, other] = [guard, other].map(|square| man_on(position, square));
    Some((
        say!(motif_detail.guarded, guard = guard?, other = other?),
        claims,
    ))
}

/// Two men one behind the other.
fn on_a_ray(
    slider: Square,
    [front, back]: [Square; 2],
    is_pin: bool,
    line: &PlayedLine,
    ply: usize,
) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let checks = position.checkers().has(slider);
    let mut claims = stand(&[slider, front, back], line, ply)?;
    claims.push(Claim::Behind {
        ply,
        slider,
        front,
        back,
    });
    let [slider, front, back] = [slider, front, back].map(|square| man_on(position, square));
    let (slider, front, back) = (slider?, front?, back?);
    let text = match (is_pin, checks) {
        (true, _) => say!(motif_detail.pins, slider, front, back),
        (false, true) => say!(motif_detail.checks_first, slider, front, back),
        (false, false) => say!(motif_detail.attacks_first, slider, front, back),
    };
    Some((text, claims))
}

/// After how many plies a line is closed on `square`: by the side's own move, or by the reply.
fn closed_at(square: Square, line: &PlayedLine, ply: usize) -> Option<usize> {
    let position = line.positions().get(ply)?;
    let is_own = |piece: Piece| piece.color() != position.turn();
    match position.piece_on(square).is_some_and(is_own) {
        true => Some(ply),
        false => Some(ply + 1),
    }
}

/// A king who stepped between his own men did so because he was in check: nobody calls
/// that interference.
pub(super) fn is_king_between(finding: &MotifFinding, line: &PlayedLine, ply: usize) -> bool {
    let closed = closed_at(finding.actor, line, ply);
    let position = closed.and_then(|ply| line.positions().get(ply));
    let piece = position.and_then(|position| position.piece_on(finding.actor));
    finding.motif == Motif::Interference
        && piece.is_some_and(|piece| piece.kind() == PieceKind::King)
}

/// A man stands between a slider and what it would guard.
fn between_two(
    block: Square,
    [slider, other]: [Square; 2],
    line: &PlayedLine,
    ply: usize,
) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let mut claims = stand(&[block, slider, other], line, ply)?;
    claims.push(Claim::Behind {
        ply,
        slider,
        front: block,
        back: other,
    });
    let [block, slider, other] = [block, slider, other].map(|square| man_on(position, square));
    Some((
        say!(
            motif_detail.between,
            block = block?,
            slider = slider?,
            other = other?
        ),
        claims,
    ))
}

/// One man attacks others.
fn attacked(
    actor: Square,
    mut targets: Vec<Square>,
    line: &PlayedLine,
    ply: usize,
) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let attack = |&to: &Square| Claim::Attacks {
        ply,
        from: actor,
        to,
    };
    targets.retain(|target| attack(target).holds(line));
    // The greatest first, in an order that is the same with colours exchanged.
    let turn = position.turn();
    targets.sort_by_key(|square| {
        let kind = position.piece_on(*square).map(Piece::kind);
        (std::cmp::Reverse(kind), square.relative_to(turn).index())
    });
    if targets.is_empty() {
        return None;
    }
    let mut claims = stand(&[actor], line, ply)?;
    claims.extend(stand(&targets, line, ply)?);
    claims.extend(targets.iter().map(attack));
    let names: Option<Vec<String>> = targets.iter().map(|&to| man_on(position, to)).collect();
    let actor = man_on(position, actor)?;
    let is_check = targets == [position.king(turn)];
    let targets = listed(&names?);
    let text = match is_check {
        true => say!(motif_detail.checks, actor, targets),
        false => say!(motif_detail.attacks, actor, targets),
    };
    Some((text, claims))
}

/// That men stand where they stand.
fn stand(squares: &[Square], line: &PlayedLine, ply: usize) -> Option<Vec<Claim>> {
    let position = line.positions().get(ply)?;
    let stands = |&square: &Square| {
        let piece = position.piece_on(square)?;
        Some(Claim::Stands { ply, square, piece })
    };
    squares.iter().map(stands).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, parse_move};

    /// The words for a motif of the first move of a line.
    fn said(fen: &str, mv: &str, motif: Motif, actor: &str, targets: &[&str]) -> String {
        let start = parse_fen(fen).unwrap();
        let line = PlayedLine::new(&start, &[parse_move(&start, mv).unwrap()]);
        let square = |text: &str| Square::parse(text).unwrap();
        let finding = MotifFinding {
            motif,
            index: 0,
            actor: square(actor),
            targets: targets.iter().map(|text| square(text)).collect(),
            through: None,
        };
        words(&finding, &line, 1).0
    }

    #[test]
    fn men_are_named_where_they_stand() {
        let skewer = "8/R7/5k2/8/2B2q2/8/8/6K1 w - - 0 41";
        assert_eq!(
            said(skewer, "Rf7+", Motif::Skewer, "f7", &["f6", "f4"]),
            "skewer: the rook on f7 checks the king on f6; the queen on f4 stands behind"
        );
        let fork = "r3k3/8/8/3N4/8/8/8/6K1 w - - 0 1";
        assert_eq!(
            said(fork, "Nc7+", Motif::Fork, "c7", &["a8", "e8"]),
            "fork: the knight on c7 attacks the king on e8 and the rook on a8"
        );
    }

    #[test]
    fn what_the_board_does_not_bear_out_is_left_out() {
        let skewer = "8/R7/5k2/8/2B2q2/8/8/6K1 w - - 0 41";
        // The wrong way round, beside the ray, and an empty square.
        for targets in [["f4", "f6"], ["f6", "c4"], ["f6", "f3"]] {
            assert_eq!(
                said(skewer, "Rf7+", Motif::Skewer, "f7", &targets),
                "skewer"
            );
        }
        let fork = "r3k3/8/8/3N4/8/8/8/6K1 w - - 0 1";
        assert_eq!(said(fork, "Nc7+", Motif::Fork, "c7", &["h8"]), "fork");
    }
}
