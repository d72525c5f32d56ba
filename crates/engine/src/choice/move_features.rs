//! What a move looks like to somebody who has to choose: the numbers by which the
//! human-choice model tells moves apart.
//!
//! Each feature is declared once, with a sentence; names of the table's rows, their order and
//! their meaning follow from that. Values come from the board and from an engine's rankings
//! in `Decision`, never from the move that was played. Losses are Regan's scaled
//! differences (`credit`), which shrink where one side is ahead; a move outside a ranking
//! counts as its last. Start with `move_features`.

use super::credit::scaled_difference;
use super::decision::{Decision, Ranking};
use plumb_chess::board::{
    Bitboard, Color, Move, MoveKind, PieceKind, Position, Square, king_attacks, pawns_attack,
    piece_attacks,
};

macro_rules! features {
    ($($feature:ident $key:literal $sentence:literal;)*) => {
        /// A number that tells moves of one position apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Feature { $(#[doc = $sentence] $feature,)* }

        impl Feature {
            /// Every feature, in the order of a move's numbers.
            pub const ALL: &'static [Feature] = &[$(Feature::$feature,)*];

            /// Their names in the table, in that order.
            pub(super) const KEYS: [&'static str; Feature::ALL.len()] = [$($key,)*];

            /// Its name in the table.
            pub const fn key(self) -> &'static str {
                match self { $(Feature::$feature => $key,)* }
            }

            /// What it is, in a sentence.
            pub const fn sentence(self) -> &'static str {
                match self { $(Feature::$feature => $sentence,)* }
            }
        }
    };
}

features! {
    Loss1 "loss_1" "Root of the loss that a search of one ply sees.";
    Loss2 "loss_2" "Root of the loss that two plies see.";
    Loss3 "loss_3" "Root of the loss that three plies see.";
    GlanceLoss "glance_loss" "Root of the loss by the glance's last iteration.";
    FullLoss1 "full_loss_1" "The loss that one ply sees.";
    FullGlanceLoss "full_glance_loss" "The loss by the glance's last iteration.";
    Best1 "best_1" "Nothing is better by one ply.";
    BestAtGlance "best_at_glance" "Nothing is better by the glance's last iteration.";
    Unlisted1 "unlisted_1" "Not among the lines of one ply.";
    UnlistedAtGlance "unlisted_at_glance" "Not among the lines of the glance's last iteration.";
    RankAtGlance "rank_at_glance" "Logarithm of its place in the glance's last iteration.";
    LooksWorse "looks_worse" "How much worse one ply makes it than the whole glance.";
    LooksBetter "looks_better" "How much better one ply makes it than the whole glance.";
    ListLoss "list_loss" "Root of the loss by the deeper list.";
    FullListLoss "full_list_loss" "The loss by the deeper list.";
    BestInList "best_in_list" "Nothing is better by the deeper list.";
    UnlistedInList "unlisted_in_list" "Not among the lines of the deeper list.";
    FirstChoice "first_choice" "The choice of the deeper search for one line.";
    DeeperBetter "deeper_better" "How much better the list makes it than the glance.";
    DeeperWorse "deeper_worse" "How much worse the list makes it than the glance.";
    Mates "mates" "It gives mate at once.";
    TakesPawn "takes_pawn" "It captures a pawn.";
    TakesMinor "takes_minor" "It captures a knight or bishop.";
    TakesRook "takes_rook" "It captures a rook.";
    TakesQueen "takes_queen" "It captures a queen.";
    TakesBack "takes_back" "It captures what has just moved there by capturing.";
    TakesLastMoved "takes_last_moved" "It captures what has just moved without capturing.";
    WinsExchange "wins_exchange" "The exchange on its square wins a pawn or more.";
    LosesExchange "loses_exchange" "The exchange on its square loses material.";
    Checks "checks" "It gives check.";
    Castles "castles" "It castles.";
    Queens "queens" "It promotes to a queen.";
    Underpromotes "underpromotes" "It promotes to something else.";
    Knight "knight" "A knight moves.";
    Bishop "bishop" "A bishop moves.";
    Rook "rook" "A rook moves.";
    Queen "queen" "The queen moves.";
    King "king" "The king moves, and does not castle.";
    KingBeforeEndgame "king_before_endgame" "The king moves with a queen against him.";
    AdvancedPawn "advanced_pawn" "A pawn comes to its sixth or seventh rank.";
    WingPawn "wing_pawn" "A pawn moves on the a- or h-file.";
    Develops "develops" "A knight or bishop leaves its first rank.";
    Retreats "retreats" "A piece moves towards its own side.";
    Rim "rim" "A knight comes to the edge.";
    ToCentre "to_centre" "How much nearer to the centre a piece comes, in squares.";
    FarFromLast "far_from_last" "How far it is from the opponent's last move; 1 is across the board.";
    MovesAgain "moves_again" "The piece moved last time, too.";
    GoesBack "goes_back" "The piece goes back where it came from.";
    Escapes "escapes" "The piece was attacked by something less, or undefended.";
    IntoPawn "into_pawn" "A pawn can capture it.";
    Threatens "threatens" "It attacks something greater or undefended.";
    Protects "protects" "It protects something that was attacked and undefended.";
    LeavesHanging "leaves_hanging" "Something else stays attacked and undefended.";
    Unprotected "unprotected" "Nothing protects it on its new square.";
    Interposes "interposes" "It answers a check by standing in between.";
    PawnTakes "pawn_takes" "A pawn captures.";
    TwoSteps "two_steps" "A pawn makes two steps.";
    CentralPawn "central_pawn" "A pawn comes to the middle of the d- or e-file.";
    PassedPawn "passed_pawn" "A passed pawn advances.";
    PawnInEndgame "pawn_in_endgame" "A pawn moves where no queen is left.";
    Fianchetto "fianchetto" "A bishop comes to its knight's second square.";
    OpenFile "open_file" "A rook comes to a file without pawns.";
    HalfOpenFile "half_open_file" "A rook comes to a file with enemy pawns only.";
    SeventhRank "seventh_rank" "A rook or queen comes to its seventh or eighth rank.";
    Mobility "mobility" "How many more squares the piece attacks than before, in eights.";
    TowardsKing "towards_king" "How much nearer to the enemy king a piece comes, in squares.";
    NearKing "near_king" "It attacks squares beside the enemy king.";
    KingToCentreLate "king_to_centre_late" "How much nearer to the centre the king comes without queens, in squares.";
    TradesAhead "trades_ahead" "It takes what is worth as much while its side is ahead.";
    TradesBehind "trades_behind" "It takes what is worth as much while its side is behind.";
}

/// A move's numbers, in the order of [`Feature::ALL`].
pub type MoveFeatures = [f32; Feature::ALL.len()];

/// Losses above this are felt as this.
const LOSS_LIMIT: f64 = 4.0;

/// What a ranking says of each move.
struct MoveLosses {
    /// Losses, by move.
    losses: Vec<f64>,
    is_listed: Vec<bool>,
    /// Places from 1; equal moves share the better one.
    places: Vec<usize>,
}

impl MoveLosses {
    fn of(ranking: &Ranking, moves: &[Move]) -> MoveLosses {
        let best = ranking.iter().map(|&(_, cp)| cp).max().unwrap_or(0);
        let worst = ranking.iter().map(|&(_, cp)| cp).min().unwrap_or(0);
        let mut looks = MoveLosses {
            losses: Vec::with_capacity(moves.len()),
            is_listed: Vec::with_capacity(moves.len()),
            places: Vec::with_capacity(moves.len()),
        };
        for &mv in moves {
            let found = ranking.iter().find(|&&(other, _)| other == mv);
            let cp = found.map_or(worst, |&(_, cp)| cp);
            let better = ranking.iter().filter(|&&(_, other)| other > cp).count();
            looks
                .losses
                .push(scaled_difference(best, cp).clamp(0.0, LOSS_LIMIT));
            looks.is_listed.push(found.is_some());
            looks.places.push(match found {
                Some(_) => better + 1,
                None => ranking.len() + 1,
            });
        }
        looks
    }

    fn is_best(&self, index: usize) -> bool {
        self.is_listed[index] && self.places[index] == 1
    }
}

/// The numbers of every legal move, in the order of the position's list; none where nothing
/// can be chosen or no glance was taken.
pub fn move_features(decision: &Decision<'_>) -> Vec<(Move, MoveFeatures)> {
    let position = decision.position;
    if decision.glance.is_empty() {
        return Vec::new();
    }
    let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    let at = |depth: usize| {
        let last = decision.glance.len() - 1;
        MoveLosses::of(&decision.glance[last.min(depth - 1)], &moves)
    };
    let plies = [at(1), at(2), at(3), at(decision.glance.len())];
    let list = decision
        .list
        .as_ref()
        .map(|list| MoveLosses::of(list, &moves));
    let board = Board::new(decision);
    let features = moves.iter().enumerate().map(|(index, &mv)| {
        let mut features = [0.0; Feature::ALL.len()];
        let mut set = |feature: Feature, value: f64| features[feature as usize] = value as f32;
        set_glance_features(&plies, index, &mut set);
        if let Some(list) = &list {
            set_list_features(list, plies[3].losses[index], index, &mut set);
            let is_first = decision.first_choice == Some(mv);
            set(Feature::FirstChoice, f64::from(u8::from(is_first)));
        }
        board.look(mv, &mut set);
        (mv, features)
    });
    features.collect()
}

/// What the glance says.
fn set_glance_features(plies: &[MoveLosses; 4], index: usize, set: &mut impl FnMut(Feature, f64)) {
    use Feature::*;
    let [one, two, three, whole] = plies;
    let flag = |is: bool| f64::from(u8::from(is));
    set(Loss1, libm::sqrt(one.losses[index]));
    set(Loss2, libm::sqrt(two.losses[index]));
    set(Loss3, libm::sqrt(three.losses[index]));
    set(GlanceLoss, libm::sqrt(whole.losses[index]));
    set(FullLoss1, one.losses[index]);
    set(FullGlanceLoss, whole.losses[index]);
    set(Best1, flag(one.is_best(index)));
    set(BestAtGlance, flag(whole.is_best(index)));
    set(Unlisted1, flag(!one.is_listed[index]));
    set(UnlistedAtGlance, flag(!whole.is_listed[index]));
    set(RankAtGlance, libm::log(whole.places[index] as f64));
    let worse = one.losses[index] - whole.losses[index];
    set(LooksWorse, worse.max(0.0));
    set(LooksBetter, (-worse).max(0.0));
}

/// What the deeper list says, beside the loss at a glance.
fn set_list_features(
    list: &MoveLosses,
    at_glance: f64,
    index: usize,
    set: &mut impl FnMut(Feature, f64),
) {
    use Feature::*;
    let flag = |is: bool| f64::from(u8::from(is));
    let loss = list.losses[index];
    set(ListLoss, libm::sqrt(loss));
    set(FullListLoss, loss);
    set(BestInList, flag(list.is_best(index)));
    set(UnlistedInList, flag(!list.is_listed[index]));
    set(DeeperBetter, (at_glance - loss).max(0.0));
    set(DeeperWorse, (loss - at_glance).max(0.0));
}

/// What the board says of a move.
struct Board<'a> {
    position: &'a Position,
    own: Color,
    last_move: Option<Move>,
    /// The opponent's last move captured.
    last_captured: bool,
    own_last_move: Option<Move>,
    /// Squares that enemy pawns attack.
    pawn_attacks: Bitboard,
    /// The player's pieces, but for the king, that are attacked and not defended.
    hanging: Bitboard,
    /// The evaluation by the glance's last iteration, in centipawns.
    level_cp: i32,
}

impl<'a> Board<'a> {
    fn new(decision: &Decision<'a>) -> Board<'a> {
        let position = decision.position;
        let own = position.turn();
        let occupied = position.occupied();
        let is_hanging = |square: &Square| {
            position.is_attacked(*square, !own, occupied)
                && !position.is_attacked(*square, own, occupied)
        };
        let men = position.side(own).without(position.king(own));
        let hanging = men.into_iter().filter(is_hanging);
        let last = decision.glance.last().and_then(|ranking| ranking.first());
        Board {
            hanging: hanging.fold(Bitboard::EMPTY, Bitboard::with),
            level_cp: last.map_or(0, |&(_, cp)| cp),
            position,
            own,
            last_move: decision.last_move,
            last_captured: decision.last_captured,
            own_last_move: decision.own_last_move,
            pawn_attacks: pawns_attack(!own, position.pieces(!own, PieceKind::Pawn)),
        }
    }

    /// Every feature of a move that the board tells.
    fn look(&self, mv: Move, set: &mut impl FnMut(Feature, f64)) {
        use Feature::*;
        let position = self.position;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = position.mover(from) else {
            return;
        };
        let mut mark = |feature: Feature, is: bool| set(feature, f64::from(u8::from(is)));
        let after = position.play(mv);
        mark(Mates, after.in_check() && after.has_no_moves());
        mark(Checks, after.in_check());
        let taken = position.captured_by(mv);
        match taken {
            Some(PieceKind::Pawn) => mark(TakesPawn, true),
            Some(PieceKind::Knight | PieceKind::Bishop) => mark(TakesMinor, true),
            Some(PieceKind::Rook) => mark(TakesRook, true),
            Some(PieceKind::Queen) => mark(TakesQueen, true),
            Some(PieceKind::King) | None => {}
        }
        let is_there = self.last_move.is_some_and(|last| last.to() == to);
        mark(TakesBack, taken.is_some() && is_there && self.last_captured);
        mark(
            TakesLastMoved,
            taken.is_some() && is_there && !self.last_captured,
        );
        mark(Castles, mv.is_castling());
        mark(Queens, mv.promotes_to() == Some(PieceKind::Queen));
        let is_under = |kind| kind != PieceKind::Queen;
        mark(Underpromotes, mv.promotes_to().is_some_and(is_under));
        let moved_last = self.own_last_move.filter(|last| last.to() == from);
        mark(MovesAgain, moved_last.is_some());
        mark(GoesBack, moved_last.is_some_and(|last| last.from() == to));
        if !mv.is_castling() {
            mark(WinsExchange, position.see_at_least(mv, 100));
            mark(LosesExchange, !position.see_at_least(mv, 0));
            self.look_at_piece(mv, piece.kind(), &mut mark);
            self.measure(mv, piece.kind(), set);
        }
        let is_trade = taken.is_some_and(|taken| worth(taken) == worth(piece.kind()));
        let flag = |is: bool| f64::from(u8::from(is));
        set(TradesAhead, flag(is_trade && self.level_cp >= AHEAD_CP));
        set(TradesBehind, flag(is_trade && self.level_cp <= -AHEAD_CP));
        if let Some(last) = self.last_move {
            set(FarFromLast, last.to().distance(to) as f64 / 7.0);
        }
    }

    /// Distances and numbers of squares.
    fn measure(&self, mv: Move, kind: PieceKind, set: &mut impl FnMut(Feature, f64)) {
        use Feature::*;
        let (from, to) = (mv.from(), mv.to());
        let enemy = self.position.king(!self.own);
        let occupied = self.position.occupied();
        let attacked = piece_attacks(kind, self.own, to, occupied.without(from).with(to));
        let ring = king_attacks(enemy);
        set(NearKing, f64::from(u8::from(attacked.meets(ring))));
        if kind == PieceKind::Pawn {
            return;
        }
        let gain = centre_distance(from) - centre_distance(to);
        set(ToCentre, gain);
        if kind == PieceKind::King {
            let is_late = self.position.kind(PieceKind::Queen).is_empty();
            set(KingToCentreLate, if is_late { gain } else { 0.0 });
            return;
        }
        let before = piece_attacks(kind, self.own, from, occupied);
        let more = f64::from(attacked.count()) - f64::from(before.count());
        set(Mobility, more / 8.0);
        let nearer = from.distance(enemy) as f64 - to.distance(enemy) as f64;
        set(TowardsKing, nearer);
    }

    /// What becomes of the player's other pieces, and of the one that moves.
    fn look_at_others(&self, mv: Move, mark: &mut impl FnMut(Feature, bool)) {
        use Feature::*;
        let position = self.position;
        let (from, to) = (mv.from(), mv.to());
        let occupied = position.occupied().without(from).with(to);
        let others = self.hanging.without(from);
        let enemies = position.side(!self.own).without(to);
        let is_left = |square: Square| {
            let attackers = position.all_attackers_of(square, occupied);
            (attackers & enemies).any()
                && (attackers & position.side(self.own).without(from)).is_empty()
        };
        let after = match position.piece_on(from) {
            Some(piece) => piece_attacks(piece.kind(), self.own, to, occupied),
            None => Bitboard::EMPTY,
        };
        let left: Bitboard = others
            .into_iter()
            .filter(|&square| is_left(square))
            .fold(Bitboard::EMPTY, Bitboard::with);
        mark(Protects, left.meets(after));
        mark(LeavesHanging, (left & !after).any());
        let protectors =
            position.all_attackers_of(to, occupied) & position.side(self.own).without(from);
        let is_king = position.king(self.own) == from;
        mark(Unprotected, !is_king && protectors.is_empty());
        let is_capture = position.captured_by(mv).is_some();
        mark(Interposes, position.in_check() && !is_king && !is_capture);
    }

    /// No enemy pawn stands before the pawn or can capture it on its way.
    fn is_passed(&self, square: Square) -> bool {
        let way = Bitboard::from_square(square)
            .forward(self.own)
            .forward_fill(self.own);
        let front = way | way.east() | way.west();
        !front.meets(self.position.pieces(!self.own, PieceKind::Pawn))
    }

    /// What kind of move the piece makes, and what awaits it.
    fn look_at_piece(&self, mv: Move, kind: PieceKind, mark: &mut impl FnMut(Feature, bool)) {
        use Feature::*;
        let position = self.position;
        let (from, to) = (mv.from(), mv.to());
        self.look_at_others(mv, mark);
        let rank = |square: Square| square.relative_to(self.own).rank().index();
        let file = to.file().index();
        match kind {
            PieceKind::Pawn => {
                mark(AdvancedPawn, mv.promotes_to().is_none() && rank(to) >= 5);
                let is_push = from.file() == to.file();
                mark(WingPawn, is_push && (file == 0 || file == 7));
                mark(PawnTakes, !is_push);
                mark(TwoSteps, rank(to) == rank(from) + 2);
                let is_middle = (3..5).contains(&file) && (3..5).contains(&rank(to));
                mark(CentralPawn, is_middle);
                mark(PassedPawn, self.is_passed(from));
                mark(PawnInEndgame, position.kind(PieceKind::Queen).is_empty());
            }
            PieceKind::Knight => {
                mark(Knight, true);
                mark(Rim, file == 0 || file == 7);
            }
            PieceKind::Bishop => {
                mark(Bishop, true);
                mark(Fianchetto, rank(to) == 1 && (file == 1 || file == 6));
            }
            PieceKind::Rook => {
                mark(Rook, true);
                let on_file = Bitboard::from_file(to.file());
                let has = |side: Color| on_file.meets(position.pieces(side, PieceKind::Pawn));
                let is_new = from.file() != to.file();
                mark(OpenFile, is_new && !has(self.own) && !has(!self.own));
                mark(HalfOpenFile, is_new && !has(self.own) && has(!self.own));
                mark(SeventhRank, rank(to) >= 6 && rank(from) < 6);
            }
            PieceKind::Queen => {
                mark(Queen, true);
                mark(SeventhRank, rank(to) >= 6 && rank(from) < 6);
            }
            PieceKind::King => {
                mark(King, true);
                let queens = position.pieces(!self.own, PieceKind::Queen);
                mark(KingBeforeEndgame, queens.any());
            }
        }
        let is_minor = matches!(kind, PieceKind::Knight | PieceKind::Bishop);
        mark(Develops, is_minor && rank(from) == 0);
        mark(Retreats, kind != PieceKind::Pawn && rank(to) < rank(from));
        mark(IntoPawn, self.pawn_attacks.has(to));
        mark(
            Escapes,
            kind != PieceKind::King && self.is_threatened(from, kind),
        );
        mark(Threatens, self.threatens(mv, kind));
    }

    /// Something less attacks the piece there, or anything does and nothing defends it.
    fn is_threatened(&self, square: Square, kind: PieceKind) -> bool {
        let occupied = self.position.occupied();
        let attackers = self.position.attackers_of(square, !self.own, occupied);
        let is_less = |&other: &PieceKind| worth(other) < worth(kind);
        let mut lesser = PieceKind::ALL.iter().filter(|other| is_less(other));
        lesser.any(|&other| attackers.meets(self.position.kind(other)))
            || (attackers.any() && !self.position.is_attacked(square, self.own, occupied))
    }

    /// From its new square the piece attacks something greater, or something that nothing
    /// defends.
    fn threatens(&self, mv: Move, kind: PieceKind) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let kind = match mv.kind() {
            MoveKind::Promotion(promoted) => promoted,
            _ => kind,
        };
        let occupied = self.position.occupied().without(from).with(to);
        let attacked = piece_attacks(kind, self.own, to, occupied);
        let victims = attacked & self.position.side(!self.own).without(to);
        let threatened = |square: Square| {
            let victim = self.position.piece_on(square).map(|piece| piece.kind());
            match victim {
                None | Some(PieceKind::King) => false,
                Some(victim) if worth(victim) > worth(kind) => true,
                Some(_) => !self.position.is_attacked(square, !self.own, occupied),
            }
        };
        victims.into_iter().any(threatened)
    }
}

/// A side that has so much more is ahead, in centipawns.
const AHEAD_CP: i32 = 100;

/// What people count pieces as, in pawns; a king is never given.
fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 100,
    }
}

/// How far a square is from the nearest of the four in the middle, in squares.
fn centre_distance(square: Square) -> f64 {
    let from_middle = |index: usize| (2 * index).abs_diff(7) / 2;
    let (file, rank) = (square.file().index(), square.rank().index());
    from_middle(file).max(from_middle(rank)) as f64
}

#[cfg(test)]
#[path = "move_features_tests.rs"]
mod tests;
