//! Time controls as the standard, servers, clocks and people write them.

use super::*;

/// Moves, seconds, increment and delay of each stage.
fn stages(text: &str) -> Vec<(Option<u64>, u64, u64, u64)> {
    let control = TimeControl::parse(Some(text)).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let stage = |stage: &Stage| {
        let [base, increment, delay] =
            [stage.base_ms, stage.increment_ms, stage.delay_ms].map(|ms| ms / 1_000);
        (stage.moves, base, increment, delay)
    };
    control.stages.iter().map(stage).collect()
}

#[test]
fn time_controls_of_the_standard_are_in_seconds() {
    for (text, expected) in [
        ("300", vec![(None, 300, 0, 0)]),
        ("180+2", vec![(None, 180, 2, 0)]),
        (" 300 + 3 ", vec![(None, 300, 3, 0)]),
        ("2700d5", vec![(None, 2700, 0, 5)]),
        ("40/9000", vec![(Some(40), 9000, 0, 0)]),
        ("40/5400+30", vec![(Some(40), 5400, 30, 0)]),
        (
            "40/7200:3600",
            vec![(Some(40), 7200, 0, 0), (None, 3600, 0, 0)],
        ),
        (
            "40/5400+30:1800+30",
            vec![(Some(40), 5400, 30, 0), (None, 1800, 30, 0)],
        ),
        (
            "40/7200:20/3600:900+30",
            vec![
                (Some(40), 7200, 0, 0),
                (Some(20), 3600, 0, 0),
                (None, 900, 30, 0),
            ],
        ),
        ("1/86400", vec![(Some(1), 86_400, 0, 0)]),
    ] {
        assert_eq!(stages(text), expected, "{text}");
    }
    let daily = TimeControl::parse(Some("1/86400")).unwrap();
    assert!(daily.is_correspondence());
    assert!(
        !TimeControl::parse(Some("40/7200"))
            .unwrap()
            .is_correspondence()
    );
}

#[test]
fn time_controls_of_people_and_clocks_are_read() {
    let one = |base, increment, delay| vec![(None, base, increment, delay)];
    for (text, expected) in [
        ("90'+30''", one(5400, 30, 0)),
        ("90' + 30\"", one(5400, 30, 0)),
        ("90’+30”", one(5400, 30, 0)),
        ("60 mins", one(3600, 0, 0)),
        ("60 min.", one(3600, 0, 0)),
        ("1h", one(3600, 0, 0)),
        ("1h30+30s", one(5400, 30, 0)),
        ("1h 30min + 30 sec", one(5400, 30, 0)),
        ("15 minutes + 10 seconds per move", one(900, 10, 0)),
        ("3m+2s", one(180, 2, 0)),
        ("3'+2'' ", one(180, 2, 0)),
        ("Blitz 3 min + 2 sec increment", one(180, 2, 0)),
        ("G/90;+30", one(5400, 30, 0)),
        ("G/90+30", one(5400, 30, 0)),
        ("G/60;d5", one(3600, 0, 5)),
        ("G/60 d5", one(3600, 0, 5)),
        ("Game in 25 minutes", one(1500, 0, 0)),
        ("1:30:00+30", one(5400, 30, 0)),
        (
            "90'/40+30'+30''",
            vec![(Some(40), 5400, 30, 0), (None, 1800, 30, 0)],
        ),
        (
            "90'/40 + 30'/G + 30\"",
            vec![(Some(40), 5400, 30, 0), (None, 1800, 30, 0)],
        ),
        (
            "90 min/40 moves + 30 min + 30 sec/move from move 1",
            vec![(Some(40), 5400, 30, 0), (None, 1800, 30, 0)],
        ),
        (
            "100'/40+50'/20+15'+30''",
            vec![
                (Some(40), 6000, 30, 0),
                (Some(20), 3000, 30, 0),
                (None, 900, 30, 0),
            ],
        ),
        (
            "40/120, SD/60",
            vec![(Some(40), 7200, 0, 0), (None, 3600, 0, 0)],
        ),
        (
            "40/90,SD/30;+30",
            vec![(Some(40), 5400, 30, 0), (None, 1800, 30, 0)],
        ),
        (
            "90 minutes for 40 moves, 30 minutes for the rest of the game, 30 seconds per move",
            vec![(Some(40), 5400, 30, 0), (None, 1800, 30, 0)],
        ),
    ] {
        assert_eq!(stages(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_time_control_says_why() {
    let why = |text: &str| TimeControl::parse(Some(text)).unwrap_err();
    assert_eq!(TimeControl::parse(None), Err(NoTimeControl::Missing));
    assert_eq!(why(" "), NoTimeControl::Missing);
    assert_eq!(why("?"), NoTimeControl::Unknown);
    assert_eq!(why("-"), NoTimeControl::NoLimit);
    assert_eq!(why("*180"), NoTimeControl::Hourglass);
    let many = "1/1:".repeat(1_000) + "1";
    for text in [
        many.as_str(),
        "soon",
        "0",
        "0/300",
        "-300",
        "300+-3",
        "300:300",
        "5+0.05; 10+0.1",
        "90'+30'+15'",
        "90 bananas",
        "nan",
        "1e9",
        "99999999999999999999",
        "'",
        "+",
        "90'+30''+10''",
    ] {
        assert_eq!(why(text), NoTimeControl::Unreadable(text.to_owned()));
    }
}

#[test]
fn time_is_added_where_a_stage_ends() {
    let additions = |text| TimeControl::parse(Some(text)).unwrap().additions(100);
    assert_eq!(additions("300+3"), []);
    assert_eq!(additions("40/7200:3600"), [(40, 3_600_000)]);
    assert_eq!(
        additions("40/7200:20/3600:900"),
        [(40, 3_600_000), (60, 900_000)]
    );
    // Without another stage the last one begins again.
    assert_eq!(additions("40/300"), [(40, 300_000), (80, 300_000)]);
    let repeated = TimeControl::parse(Some("1/300")).unwrap();
    assert_eq!(repeated.granted_ms(10), 11 * 300_000);
    assert!(repeated.granted_ms(u64::MAX) < u64::MAX / 2);
    let control = TimeControl::parse(Some("40/5400+30:1800+10")).unwrap();
    assert_eq!(
        [40, 41].map(|number| control.increment_ms(number)),
        [30_000, 10_000]
    );
    assert_eq!(control.granted_ms(2), 5_460_000);
    assert_eq!(
        control.granted_ms(41),
        5_400_000 + 1_800_000 + 40 * 30_000 + 10_000
    );
}
