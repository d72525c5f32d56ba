//! Times, from notes and from clocks.

use super::*;
use crate::{Ply, games};
use plumb_chess::board::Position;

fn game(control: Option<&str>, plies: &[(Option<u64>, Option<u64>)]) -> SourceGame {
    let tags = control.map(|control| ("TimeControl".to_owned(), control.to_owned()));
    SourceGame {
        shown_names: [None, None],
        notes: Vec::new(),
        file: "made-up.pgn".to_owned(),
        number: 1,
        clock_form: ClockForm::default(),
        line: 1,
        tags: tags.into_iter().collect(),
        start: Position::start(),
        plies: plies
            .iter()
            .map(|&(clock_ms, spent_ms)| Ply {
                mv: None,
                clock_ms,
                spent_ms,
            })
            .collect(),
    }
}

#[test]
fn times_are_noted_or_come_from_clocks() {
    let clock = |ms| (Some(ms), None);
    let plies = [
        clock(300_000),
        clock(299_000),
        clock(298_000),
        clock(302_500),
        (None, Some(4_200)),
        clock(302_000),
        clock(250_000),
    ];
    let expected = [
        None,
        None,
        Some(5_000),
        None,
        Some(4_200),
        Some(3_500),
        None,
    ];
    assert_eq!(times_spent(&game(Some("300+3"), &plies)), expected);
    // Without a control the increment is not known, and neither is the time.
    let unknown = times_spent(&game(None, &plies));
    assert_eq!(unknown, [None, None, None, None, Some(4_200), None, None]);
    let plain = [clock(600_000), clock(600_000), clock(590_000)];
    let spent = times_spent(&game(Some("600"), &plain));
    assert_eq!(spent, [None, None, Some(10_000)]);
}

/// A game of knights that go out and back, with these clocks after White's moves and Black's.
fn clocked(control: &str, command: &str, white: &[&str], black: &[&str]) -> SourceGame {
    let moves = [["Nf3", "Nf6"], ["Ng1", "Ng8"]];
    let mut text = match control {
        "" => "[White \"A\"]\n\n".to_owned(),
        control => format!("[White \"A\"]\n[TimeControl \"{control}\"]\n\n"),
    };
    for number in 0..white.len().max(black.len()) {
        for (side, times) in [white, black].into_iter().enumerate() {
            let time = times.get(number).copied().unwrap_or("");
            text += moves[number % 2][side];
            if !time.is_empty() {
                text += &format!(" {{[%{command} {time}]}}");
            }
            text += " ";
        }
    }
    text += "*\n";
    games("made-up.pgn", text.as_bytes())
        .next()
        .unwrap()
        .unwrap()
}

/// Seconds on White's clock, and of White's moves.
fn white_seconds(game: &SourceGame) -> (Vec<Option<u64>>, Vec<Option<u64>>) {
    let seconds = |ms: Option<u64>| ms.map(|ms| ms / 1_000);
    let clocks = game.plies.iter().map(|ply| seconds(ply.clock_ms));
    let times = times_spent(game).into_iter().map(seconds);
    (clocks.step_by(2).collect(), times.step_by(2).collect())
}

const HOUR: u64 = 3_600;

#[test]
fn two_fields_of_a_long_game_are_hours_and_minutes() {
    let white = ["1:29", "1:28", "1:28", "1:24", "0:59", "0:07"];
    let black = ["1:30", "1:27", "1:20", "1:19", "1:18", "1:01"];
    for control in [
        "5400",
        "90'",
        "G/90",
        "90 min",
        "5400+30",
        "40/5400:1800",
        "90+30",
    ] {
        let game = clocked(control, "clk", &white, &black);
        let (clocks, times) = white_seconds(&game);
        let shown = [89, 88, 88, 84, 59, 7].map(|minutes| Some(60 * minutes));
        assert_eq!(clocks, shown, "{control}");
        assert_eq!(times[0], None, "{control}");
        // A minute or more, never a second; what lies within a minute is unknown.
        let increment = if control.ends_with("+30") { 30 } else { 0 };
        assert_eq!(times[1], Some(60 + increment), "{control}");
        assert_eq!(times[2], None, "{control}");
        assert_eq!(times[3], Some(240 + increment), "{control}");
        assert_eq!(times[5], Some(52 * 60 + increment), "{control}");
        assert_eq!(
            clock_note(&game).as_deref(),
            Some(text!(clock.minutes)),
            "{control}"
        );
    }
}

#[test]
fn two_fields_of_a_short_game_are_minutes_and_seconds() {
    for (control, white, shown, spent) in [
        ("300", ["5:00", "4:58", "4:00"], [300, 298, 240], [2, 58]),
        ("180+2", ["3:02", "3:01", "2:00"], [182, 181, 120], [3, 63]),
        ("3'+2''", ["3:02", "3:01", "2:00"], [182, 181, 120], [3, 63]),
        ("5+3", ["5:03", "5:01", "4:00"], [303, 301, 240], [5, 64]),
        ("60", ["1:00", "0:59", "0:30"], [60, 59, 30], [1, 29]),
        (
            "5400",
            ["90:00", "89:10", "80:00"],
            [5400, 5350, 4800],
            [50, 550],
        ),
        (
            "5400+30",
            ["89:30", "89:50", "80:00"],
            [5370, 5390, 4800],
            [10, 620],
        ),
        (
            "5400",
            ["1:30:00", "1:29:10", "59:10"],
            [5400, 5350, 3550],
            [50, 1800],
        ),
    ] {
        let game = clocked(control, "clk", &white, &white);
        let (clocks, times) = white_seconds(&game);
        assert_eq!(clocks, shown.map(Some), "{control}");
        assert_eq!(times, [None, Some(spent[0]), Some(spent[1])], "{control}");
        assert_eq!(clock_note(&game), None, "{control}");
    }
}

#[test]
fn fractions_and_three_fields_need_no_decision() {
    let tenths = ["1:29.5", "1:28.0", "0:59.9"];
    let (clocks, times) = white_seconds(&clocked("90+1", "clk", &tenths, &tenths));
    assert_eq!(clocks, [Some(89), Some(88), Some(59)]);
    assert_eq!(times, [None, Some(2), Some(29)]);
    let long = ["1:29:50", "1:28:00", "0:59:59"];
    let (clocks, times) = white_seconds(&clocked("5400+30", "clk", &long, &[]));
    assert_eq!(clocks, [Some(5_390), Some(5_280), Some(3_599)]);
    assert_eq!(times, [None, Some(140), Some(1_711)]);
}

#[test]
fn clocks_that_cannot_be_told_are_left_out_and_named() {
    let minutes = ["1:29", "1:28", "1:24"];
    for (control, white) in [
        // Nobody says how long the game was.
        ("", minutes),
        ("?", minutes),
        ("-", minutes),
        ("soon", minutes),
        // Neither form fits what the players were given.
        ("3600", minutes),
        // A clock of hours and minutes above 20 minutes, of minutes and seconds below.
        ("1800", ["0:21", "0:20", "19:58"]),
    ] {
        let game = clocked(control, "clk", &white, &white);
        let (clocks, times) = white_seconds(&game);
        assert_eq!((clocks, times), (vec![None; 3], vec![None; 3]), "{control}");
        let note = clock_note(&game);
        assert_eq!(note.as_deref(), Some(text!(clock.undecided)), "{control}");
    }
    // More than any clock shows in hours is minutes.
    let (clocks, _) = white_seconds(&clocked("", "clk", &["90:00", "89:10"], &[]));
    assert_eq!(clocks, [Some(5_400), Some(5_350)]);
}

#[test]
fn a_clock_may_be_missing_or_go_up() {
    let white = ["1:30:00", "", "1:29:00", "1:29:20", "1:31:00", "1:30:50"];
    let (_, times) = white_seconds(&clocked("5400+30", "clk", &white, &[]));
    assert_eq!(times, [None, None, None, Some(10), None, Some(40)]);
}

#[test]
fn noted_times_go_before_clocks() {
    let game = "[White \"A\"]\n[TimeControl \"5400\"]\n\n1. e4 {[%clk 1:29][%emt 0:00:45]} e5 \
        2. d4 {[%clk 1:28][%emt 0:01:10]} exd4 3. c3 {[%clk 1:27]} *\n";
    let game = games("f", game.as_bytes()).next().unwrap().unwrap();
    let (clocks, times) = white_seconds(&game);
    assert_eq!(clocks, [89, 88, 87].map(|minutes| Some(60 * minutes)));
    assert_eq!(times, [Some(45), Some(70), Some(60)]);
}

#[test]
fn noted_times_of_two_fields_are_decided_too() {
    let times = |control: &str, white: &[&str]| {
        let game = clocked(control, "emt", white, &[]);
        (white_seconds(&game).1, clock_note(&game).is_some())
    };
    // In minutes they would be more than the game has.
    let seconds = (vec![Some(20), Some(45), Some(65)], false);
    assert_eq!(times("300", &["0:20", "0:45", "1:05"]), seconds);
    // Two seconds or two minutes: nothing says which.
    let unknown = (vec![None; 3], true);
    assert_eq!(times("5400", &["0:02", "0:03", "0:01"]), unknown);
    // Clocks beside them say it.
    let game = "[White \"A\"]\n[TimeControl \"5400\"]\n\n1. e4 {[%clk 1:29:00]} e5 \
        2. d4 {[%clk 1:27:05][%emt 0:02]} exd4 3. c3 {[%clk 1:24:00][%emt 0:03]} *\n";
    let game = games("f", game.as_bytes()).next().unwrap().unwrap();
    assert_eq!(white_seconds(&game).1, [None, Some(120), Some(180)]);
    // A bare number is seconds.
    assert_eq!(times("5400", &["2", "3"]), (vec![Some(2), Some(3)], false));
}

/// `h:mm:ss` of a number of seconds.
fn clock_text(seconds: u64) -> String {
    format!(
        "{}:{:02}:{:02}",
        seconds / HOUR,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[test]
fn time_of_the_next_stage_is_counted_where_it_is_added() {
    // A minute for each move; the hour comes with the move of this number.
    let white = |added_at: usize, base: u64, increment: u64, add: u64| {
        let mut left = base;
        let mut all = Vec::new();
        for number in 1..=44 {
            left = left + increment + if number == added_at { add } else { 0 } - 60;
            all.push(clock_text(left));
        }
        all
    };
    for (control, added_at, base, increment, add) in [
        ("40/7200:3600", 40, 7_200, 0, 3_600),
        ("40/7200:3600", 43, 7_200, 0, 3_600),
        ("40/5400+30:1800+30", 40, 5_400, 30, 1_800),
        ("40/5400+30", 40, 5_400, 30, 5_400),
        ("90'/40+30'+30''", 40, 5_400, 30, 1_800),
        ("40/90, SD/30; +30", 41, 5_400, 30, 1_800),
    ] {
        let clocks = white(added_at, base, increment, add);
        let clocks: Vec<&str> = clocks.iter().map(String::as_str).collect();
        let game = clocked(control, "clk", &clocks, &[]);
        let (_, times) = white_seconds(&game);
        assert_eq!(times[0], None);
        assert!(
            times[1..].iter().all(|time| *time == Some(60)),
            "{control}: {times:?}"
        );
        assert_eq!(clock_note(&game), None, "{control}");
    }
    // Without a rise the last move of the stage may have taken an hour and more.
    let never = white(99, 7_200, 0, 0);
    let never: Vec<&str> = never.iter().map(String::as_str).collect();
    let (_, times) = white_seconds(&clocked("40/7200:3600", "clk", &never, &[]));
    assert_eq!(
        (times[38], times[39], times[40]),
        (Some(60), None, Some(60))
    );
}

#[test]
fn a_delay_is_no_increment() {
    let white = ["1:30:00", "1:29:50", "1:29:50", "1:20:00"];
    let (_, times) = white_seconds(&clocked("G/90;d5", "clk", &white, &[]));
    // A clock that stood still says no more than that the move took less than the delay.
    assert_eq!(times, [None, Some(15), None, Some(595)]);
}

#[test]
fn controls_without_times_of_moves_say_why() {
    let white = ["0:09:50", "0:09:00"];
    for (control, reason) in [
        ("", text!(clock.no_control).to_owned()),
        ("?", text!(clock.unknown_control).to_owned()),
        ("-", text!(clock.no_limit).to_owned()),
        ("*600", text!(clock.hourglass).to_owned()),
        ("1/86400", text!(clock.correspondence).to_owned()),
        ("soon", say!(clock.unreadable, tag = "soon")),
    ] {
        let game = clocked(control, "clk", &white, &[]);
        let (clocks, times) = white_seconds(&game);
        assert_eq!(clocks, [Some(590), Some(540)], "{control}");
        assert_eq!(times, [None, None], "{control}");
        assert_eq!(clock_note(&game), Some(reason), "{control}");
        assert_eq!(clock_note(&clocked(control, "clk", &[""], &[])), None);
    }
}

/// A FEN may number moves as it likes, and a file may have a game of any length.
#[test]
fn hostile_games_take_no_time() {
    let begun = std::time::Instant::now();
    let clocks: Vec<String> = (0..9_000)
        .map(|number| format!("{}:{:02}", number % 9, number % 60))
        .collect();
    let clocks: Vec<&str> = clocks.iter().map(String::as_str).collect();
    for control in ["1/1", "1/1:1/1:1/1:1/1", "1/300+5", "500/1+1", "300+3"] {
        let game = clocked(control, "clk", &clocks, &clocks);
        assert_eq!(times_spent(&game).len(), 18_000);
        let game = clocked(control, "emt", &clocks, &clocks);
        assert_eq!(times_spent(&game).len(), 18_000);
    }
    let late = "[White \"A\"]\n[TimeControl \"1/300\"]\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 65535\"]\n\n1. e4 {[%clk 4:59]} Kd7 2. e5 {[%clk 4:58]} *\n";
    for game in games("late", late.as_bytes()).flatten() {
        assert_eq!(times_spent(&game).len(), 3);
    }
    assert!(begun.elapsed().as_secs() < 60);
}
