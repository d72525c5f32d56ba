use std::convert::Infallible;
use std::sync::Arc;

use super::*;
use crate::training::played_out_pgn::{PlayedOutTags, assisted_moves, numbered_side};
use crate::training::simulated_person::SimulatedPerson;
use plumb_chess::board::Move;
use plumb_chess::notation::parse_fen;
use plumb_engine::choice::{Pool, RatedPlayer, TimeClass};
use plumb_engine::eval::Weights;
use plumb_fairplay::{games, rated_player};

const RULES: PlayOut = PlayOut {
    share: 0.0,
    pick: Pick::First,
    plies: 40,
    seed: 7,
};

fn start(fen: &str, ratings: [f64; 2], side: Color) -> PlayStart {
    let person = |rating| SimulatedPerson {
        rated: RatedPlayer {
            rating,
            pool: Pool::Lichess,
            class: TimeClass::Blitz,
        },
        comparable: rating,
    };
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    PlayStart {
        number: 12,
        player: 3,
        side,
        people: ratings.map(person),
        tags: vec![
            tag("Event", "Rated game"),
            tag("Site", "https://lichess.org/"),
            tag("TimeControl", "180+2"),
        ],
        opening: Game::new(parse_fen(fen).unwrap()),
    }
}

/// Plays out with an assistant that says these moves.
fn play(rules: &PlayOut, start: &PlayStart, mut says: impl FnMut(&Game) -> Vec<Move>) -> PlayedOut {
    let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
    let people = HumanModel::embedded();
    let never = AtomicBool::new(false);
    let advised = |mv| AdvisedMove {
        mv,
        cp: 0,
        deep_loss: None,
    };
    let played = rules.play(start, &people, &mut probe, &never, |game| {
        let answer = says(game).into_iter().map(advised).collect();
        Ok::<_, Infallible>(Some(answer))
    });
    played.unwrap().unwrap()
}

fn nobody(_: &Game) -> Vec<Move> {
    panic!("nobody is to be asked");
}

const MIDDLEGAME: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5";

#[test]
fn without_help_nobody_is_asked_and_a_seed_repeats_a_game() {
    let start = start(MIDDLEGAME, [1_500.0, 1_600.0], Color::Black);
    let one = play(&RULES, &start, nobody);
    assert_eq!(one.game.moves(), play(&RULES, &start, nobody).game.moves());
    assert_eq!((one.assisted, one.moves), (0, one.game.ply() / 2));
    let other = PlayOut { seed: 8, ..RULES };
    assert_ne!(one.game.moves(), play(&other, &start, nobody).game.moves());
}

#[test]
fn who_is_helped_always_makes_the_first_move_that_is_proposed() {
    let rules = PlayOut {
        share: 1.0,
        plies: 16,
        ..RULES
    };
    let start = start(MIDDLEGAME, [1_500.0, 1_600.0], Color::Black);
    let mut asked = 0;
    let last = |game: &Game| *game.position().legal_moves().last().unwrap();
    let played = play(&rules, &start, |game| {
        asked += 1;
        let moves = game.position().legal_moves();
        vec![last(game), moves[0]]
    });
    assert!(asked > 2, "{asked}");
    assert_eq!((played.assisted, played.moves), (asked, asked));
    let mut again = start.opening.clone();
    for mv in played.game.moves().iter().flatten() {
        if again.position().turn() == Color::Black {
            assert_eq!(*mv, last(&again));
        }
        again.play(*mv);
    }
}

#[test]
fn a_part_of_the_moves_is_a_part_and_the_rest_is_his_own() {
    let rules = PlayOut {
        share: 0.4,
        plies: 60,
        ..RULES
    };
    let start = start(MIDDLEGAME, [2_000.0, 2_000.0], Color::White);
    let own = play(
        &PlayOut {
            share: 0.0,
            ..rules
        },
        &start,
        nobody,
    );
    // An assistant that says what would be played anyhow changes nothing.
    let same = play(&rules, &start, |game| {
        vec![own.game.moves()[game.ply()].unwrap()]
    });
    assert_eq!(same.game.moves(), own.game.moves());
    assert!(
        (1..same.moves).contains(&same.assisted),
        "{}",
        same.assisted
    );
    // One that says nothing helps nobody.
    let silent = play(&rules, &start, |_| Vec::new());
    assert_eq!(
        (silent.assisted, silent.game.moves()),
        (0, own.game.moves())
    );
}

#[test]
fn the_most_human_move_is_the_one_that_people_play() {
    // Everybody takes back on d5; nobody gives the queen away.
    let fen = "rnb1kbnr/ppp2ppp/4p3/3P4/8/5q2/PPPP1PPP/RNBQKBNR w KQkq - 0 4";
    let rules = PlayOut {
        share: 1.0,
        pick: Pick::MostHuman,
        plies: 1,
        ..RULES
    };
    let start = start(fen, [1_800.0, 1_800.0], Color::White);
    let capture = |game: &Game, takes: bool| {
        let moves = game.position().legal_moves();
        let is_queen = |mv: &&Move| {
            let captured = game.position().captured_by(**mv);
            captured.is_some_and(|piece| piece == plumb_chess::board::PieceKind::Queen) == takes
        };
        *moves.iter().find(is_queen).unwrap()
    };
    let played = play(&rules, &start, |game| {
        vec![capture(game, false), capture(game, true)]
    });
    let expected = capture(&start.opening, true);
    assert_eq!(played.game.moves(), [Some(expected)]);
}

#[test]
fn games_end_by_the_rules_by_resignation_and_at_their_length() {
    let ending = |fen, plies| {
        let rules = PlayOut { plies, ..RULES };
        play(
            &rules,
            &start(fen, [2_500.0, 2_500.0], Color::White),
            nobody,
        )
        .ending
    };
    let bare = ending("7k/8/8/8/8/2n5/1p6/K7 w - - 0 60", 2);
    assert_eq!(
        bare,
        PlayEnding::Rules(Outcome::InsufficientMaterial, Color::Black)
    );
    assert_eq!(bare.result(), Some(GameResult::Draw));
    assert_eq!(ending(MIDDLEGAME, 5), PlayEnding::Length);
    assert_eq!(PlayEnding::Length.result(), None);
    let lost = ending(
        "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/8/PPPP1PPP/4K3 w kq - 0 9",
        60,
    );
    assert_eq!(lost, PlayEnding::Resignation(Color::White));
    assert_eq!(lost.result(), Some(GameResult::BlackWins));
    let mated = PlayEnding::Rules(Outcome::Checkmate, Color::Black);
    assert_eq!(mated.result(), Some(GameResult::WhiteWins));
}

#[test]
fn a_game_is_read_as_it_was_played_out_and_names_nobody() {
    let start = start(MIDDLEGAME, [1_503.0, 1_600.0], Color::Black);
    let played = play(&RULES, &start, nobody);
    let tags = PlayedOutTags {
        simulation: "seed 7".to_owned(),
        assistance: "none".to_owned(),
    };
    let text = tags.pgn(&start, &played);
    assert!(text.starts_with(&tags.head(&start)), "{text}");
    let read: Vec<_> = games("", text.as_bytes()).collect();
    let [Ok(game)] = &read[..] else {
        panic!("{read:?}");
    };
    for side in Color::ALL {
        let person = start.people[side.index()].rated;
        assert_eq!(rated_player(game, side), Some(person));
    }
    assert_eq!(game.player(Color::White), Some("Opponent 12"));
    assert_eq!(game.player(Color::Black), Some("Player 3"));
    assert_eq!(numbered_side(game), Some(Color::Black));
    assert_eq!(assisted_moves(game), Some((0, played.moves as u64)));
    assert_eq!(PlayedOutTags::of(game), Some(tags));
    let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv).collect();
    assert_eq!(moves, played.game.moves());
}
