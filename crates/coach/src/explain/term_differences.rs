//! What the evaluation sees at the end of one line and not at the end of another.
//!
//! Terms of both sides are taken together, and so is the danger of both kings, so that
//! an exchange is not told twice. Start with `term_differences`.

use super::claim::Claim;
use super::compared_line::ComparedLine;
use super::sentence::{LineClaim, Sentence, Topic, about};
use super::words::{listed, man, man_key, men_name, pawns, side_name, signed_pawns};
use plumb_chess::board::{Bitboard, Color, Piece, PieceKind, Square};
use plumb_engine::eval::{Account, Group, Stage, Term, TermRow};
use plumb_support::wording::{say, text, text_in};

/// Terms that differ by less are not worth a word, in centipawns.
const LEAST_PART_CP: i32 = 10;
/// Where the ends differ by less altogether, the evaluation explains nothing.
const LEAST_WHOLE_CP: i32 = 20;
const SHOWN_TERMS: usize = 3;
const SHOWN_SQUARES: usize = 2;

/// A part of the evaluation that is told as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    /// What men are worth, whatever else is known.
    Material,
    /// Where the men of a kind stand, for themselves and as the kings see it.
    Placement(PieceKind),
    Term(Term),
    KingDanger,
    Stage(Stage),
}

impl Feature {
    fn of_term(term: Term) -> Feature {
        let kind = || {
            let kinds = PieceKind::ALL.into_iter();
            let mut kinds = kinds.filter(|kind| term.key().starts_with(man_key(*kind)));
            kinds.next()
        };
        match (term, term.group()) {
            (Term::PieceValue | Term::Imbalance, _) => Feature::Material,
            (_, Group::PieceSquares | Group::OwnKing | Group::EnemyKing) => {
                kind().map_or(Feature::Term(term), Feature::Placement)
            }
            _ => Feature::Term(term),
        }
    }

    /// A stage alone; nothing for what nobody would call a reason: that belongs to the
    /// rest.
    fn of_stage(stage: Stage) -> Option<Feature> {
        match stage {
            Stage::KingDanger(_) => Some(Feature::KingDanger),
            Stage::Rounding | Stage::Tempo | Stage::Bound => None,
            // The same stage whatever its reason.
            Stage::EndgameScaling(_) | Stage::Drawish(_) | Stage::FiftyMoves => {
                Some(Feature::Stage(stage))
            }
        }
    }

    fn is(self, other: Feature) -> bool {
        match (self, other) {
            (Feature::Stage(one), Feature::Stage(other)) => one.key() == other.key(),
            _ => self == other,
        }
    }

    fn name(self) -> String {
        match self {
            Feature::Material => text!(terms.material).to_owned(),
            Feature::Placement(kind) => say!(terms.placement, man = man(kind)),
            Feature::KingDanger => text!(terms.king_danger).to_owned(),
            Feature::Stage(stage) => {
                let name = text_in!(stage, stage.key()).unwrap_or(stage.title());
                name.to_lowercase()
            }
            Feature::Term(term) => match term.group() {
                Group::Material => term_name(term),
                Group::Mobility => say!(terms.mobility, man = term_name(term)),
                group => {
                    let group = text_in!(account, group.key()).unwrap_or(group.title());
                    let group = group.to_lowercase();
                    say!(terms.of_group, group, term = term_name(term))
                }
            },
        }
    }
}

/// What a term is called within its group.
fn term_name(term: Term) -> String {
    let key = format!("{}_{}", term.group().key(), term.key());
    text_in!(term, &key).map_or_else(|| term.words(), str::to_owned)
}

/// A feature and by how much the first end is ahead in it, in centipawns.
struct Difference {
    feature: Feature,
    cp: i32,
}

/// The sentence: why the end of the better line is worth more than that of the other, to
/// `side`. Nothing where it isn't by as much as would explain anything.
pub(super) fn term_differences(
    better: &ComparedLine,
    other: &ComparedLine,
    side: Color,
) -> Option<Sentence> {
    let accounts = [better, other].map(|one| &one.end.account);
    let [first, second] = accounts.map(|account| side.fold(account.total_cp, -account.total_cp));
    let whole_cp = first - second;
    let is_over = [better, other].map(|one| one.line.end().has_no_moves());
    if whole_cp < LEAST_WHOLE_CP || is_over != [false, false] {
        return None;
    }
    let mut differences = differences(accounts, side);
    differences.retain(|one| one.cp.abs() >= LEAST_PART_CP);
    differences.sort_by_key(|one| -one.cp.abs());
    differences.truncate(SHOWN_TERMS);
    if !differences.iter().any(|one| one.cp > 0) {
        return None;
    }
    let parts_cp: Vec<i32> = differences.iter().map(|one| one.cp).collect();
    let rest_cp = whole_cp - parts_cp.iter().sum::<i32>();
    let mut claims = about(
        0,
        vec![Claim::AddsUp {
            parts_cp,
            rest_cp,
            whole_cp,
        }],
    );
    let mut words = Vec::new();
    for one in &differences {
        let mut text = format!("{} {}", one.feature.name(), signed_pawns(one.cp));
        if let Some((place, line_claims)) = place(one.feature, [better, other]) {
            text.push_str(&format!(" ({place})"));
            claims.extend(line_claims);
        }
        words.push(text);
    }
    words.push(say!(terms.rest, pawns = signed_pawns(rest_cp)));
    let text = say!(
        terms.ahead,
        r#move = better.san,
        pawns = pawns(whole_cp),
        other = other.san,
        terms = words.join(", ")
    );
    let lines = vec![better.line.clone(), other.line.clone()];
    Sentence::checked(Topic::Terms, text, lines, claims)
}

fn differences(accounts: [&Account; 2], side: Color) -> Vec<Difference> {
    let mut features: Vec<Feature> = Vec::new();
    let of_terms = Term::ALL.iter().filter(|term| !term.is_danger());
    let of_terms = of_terms.map(|&term| Feature::of_term(term));
    let of_stages = accounts[0].stages.iter();
    let of_stages = of_stages.filter_map(|row| Feature::of_stage(row.stage));
    for feature in of_terms.chain(of_stages) {
        if !features.iter().any(|known| known.is(feature)) {
            features.push(feature);
        }
    }
    let difference = |&feature: &Feature| {
        let [first, second] = accounts.map(|account| {
            let terms: i32 = Color::ALL
                .iter()
                .map(|&side| of_side(account, feature, side))
                .sum();
            terms + of_stages_24ths(account, feature)
        });
        let cp = (f64::from(first - second) / 24.0).round() as i32;
        Difference {
            feature,
            cp: side.fold(cp, -cp),
        }
    };
    features.iter().map(difference).collect()
}

/// What the rows of a feature and a side add to the score, from White's side.
fn of_side(account: &Account, feature: Feature, side: Color) -> i32 {
    let rows = feature_rows(account, feature, side);
    rows.map(|row| account.contribution_24ths(row)).sum()
}

fn feature_rows(
    account: &Account,
    feature: Feature,
    side: Color,
) -> impl Iterator<Item = &TermRow> {
    let rows = account.terms.iter();
    rows.filter(move |row| row.side == side && Feature::of_term(row.term).is(feature))
}

fn of_stages_24ths(account: &Account, feature: Feature) -> i32 {
    let is_it = |stage| Feature::of_stage(stage).is_some_and(|other| other.is(feature));
    let rows = account.stages.iter().filter(|row| is_it(row.stage));
    rows.map(|row| row.twenty_fourths).sum()
}

/// The men or squares that make a term's difference, and that they stand there: those of
/// the end and the side where it counts most.
fn place(feature: Feature, ends: [&ComparedLine; 2]) -> Option<(String, Vec<LineClaim>)> {
    if matches!(
        feature,
        Feature::Material | Feature::KingDanger | Feature::Stage(_)
    ) {
        return None;
    }
    let count = |end: usize, side| of_side(&ends[end].end.account, feature, side);
    let side = Color::ALL.into_iter().max_by_key(|&side| {
        (
            (count(0, side) - count(1, side)).abs(),
            side == ends[0].side,
        )
    })?;
    let squares = |end: usize| {
        let rows = feature_rows(&ends[end].end.account, feature, side);
        rows.fold(Bitboard::EMPTY, |all, row| all | row.squares)
    };
    let own = [squares(0) & !squares(1), squares(1) & !squares(0)];
    let order = match count(0, side).abs() >= count(1, side).abs() {
        true => [0, 1],
        false => [1, 0],
    };
    let end = order.into_iter().find(|&end| own[end].any())?;
    let line = &ends[end].line;
    let mut men: Vec<(Square, Option<Piece>)> = own[end]
        .into_iter()
        .map(|square| (square, line.end().piece_on(square)))
        .collect();
    // Squares before men, so that a man's square is not read as another's.
    men.sort_by_key(|(square, piece)| {
        let relative = square.relative_to(ends[0].side);
        (piece.is_some(), square.file().index(), relative.index())
    });
    if men.len() > SHOWN_SQUARES {
        return None;
    }
    let text = men_text(&men);
    let claims = men.iter().filter_map(|&(square, piece)| {
        Some(Claim::Stands {
            ply: line.moves().len(),
            square,
            piece: piece?,
        })
    });
    let claims = about(end, claims.collect());
    Some((
        say!(terms.men_after, men = text, r#move = ends[end].san),
        claims,
    ))
}

/// `White's pawns on d5 and e5`, `White's knight on d5`, or squares where nobody stands.
fn men_text(men: &[(Square, Option<Piece>)]) -> String {
    let is_same = |kind: PieceKind, color: Color| {
        let same = |&(_, piece): &(Square, Option<Piece>)| piece == Some(Piece::new(color, kind));
        men.iter().all(same)
    };
    let names: Vec<String> = men.iter().map(|(square, _)| square.to_string()).collect();
    if let [(_, Some(piece)), _, ..] = men
        && is_same(piece.kind(), piece.color())
    {
        let men = men_name(names.len() as u64, piece.kind());
        let (side, squares) = (side_name(piece.color()), listed(&names));
        return say!(terms.men_on, side, men, squares);
    }
    let each = men.iter().map(|(square, piece)| match piece {
        Some(piece) => {
            let (side, man, square) = (
                side_name(piece.color()),
                man(piece.kind()),
                square.to_string(),
            );
            say!(terms.men_on, side, men = man, squares = square)
        }
        None => square.to_string(),
    });
    listed(&each.collect::<Vec<String>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_engine::eval::ScaleReason;
    use plumb_support::wording::sections;

    fn keys(section: &str) -> Vec<String> {
        sections()[section]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    }

    #[test]
    fn the_file_of_texts_has_the_names_of_single_terms_and_stages() {
        let single = |&term: &Term| Feature::of_term(term) == Feature::Term(term);
        let terms: Vec<Term> = (Term::ALL.iter().copied())
            .filter(|term| !term.is_danger())
            .filter(single)
            .collect();
        let mut wanted: Vec<String> = (terms.iter())
            .map(|term| format!("{}_{}", term.group().key(), term.key()))
            .collect();
        wanted.sort();
        let mut named = keys("term");
        named.sort_unstable();
        assert_eq!(named, wanted);
        for &term in &terms {
            assert_eq!(term_name(term), term.words());
        }
    }

    #[test]
    fn the_file_of_texts_has_the_names_of_the_stages_that_are_told() {
        let reason = ScaleReason::ALL[0];
        let told = [
            Stage::EndgameScaling(reason),
            Stage::Drawish(reason),
            Stage::FiftyMoves,
        ];
        assert_eq!(keys("stage").len(), told.len());
        for stage in told {
            let feature = Feature::of_stage(stage).unwrap();
            assert_eq!(feature.name(), stage.title().to_lowercase());
        }
    }
}
