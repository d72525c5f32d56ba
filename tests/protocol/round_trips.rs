//! Every command and reply of both protocols, rendered, is one clean line that
//! reads as the same value again.
//!
//! The strategies make what the types can say in their protocol: a word has no
//! blank, a text doesn't begin or end with one, and neither is a word that the
//! grammar keeps for itself.

use std::fmt::{Debug, Display};

use plumb::protocol::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Renders, checks that it is one clean line, and reads it again.
fn round_trip<T>(
    value: T,
    parse: impl Fn(&str) -> Result<Option<T>, ParseError>,
) -> Result<(), TestCaseError>
where
    T: Display + Debug + PartialEq,
{
    let line = value.to_string();
    // A thinking line without moves ends with the TAB that comes before them.
    prop_assert_eq!(clean_line(line.as_bytes()), line.trim_end_matches('\t'));
    prop_assert_eq!(parse(&line), Ok(Some(value)), "{:?}", line);
    Ok(())
}

fn a_move() -> impl Strategy<Value = String> {
    "[a-h][1-8][a-h][1-8][qrbn]?|O-O(-O)?"
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    vec(a_move(), 0..5)
}

/// No keyword of either protocol begins with a capital X and goes on like this.
fn word() -> impl Strategy<Value = String> {
    "X[a-zA-Z0-9_.é/-]{0,7}"
}

/// Words with single blanks between them.
fn text() -> impl Strategy<Value = String> {
    vec(word(), 1..4).prop_map(|words| words.join(" "))
}

fn text_or_nothing() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), text()]
}

/// Any printable characters, for a text that goes to the line's end.
fn free_text() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9é(][ -~é]{0,30}".prop_map(|text| text.trim_end().to_owned())
}

fn fen() -> impl Strategy<Value = String> {
    "[1-8pnbrqkPNBRQK/]{1,20} [wb] (-|K?Q?k?q) (-|[a-h][36])( [0-9]{1,3} [0-9]{1,3})?"
}

fn eval_form() -> impl Strategy<Value = EvalForm> {
    prop_oneof![
        Just(EvalForm::Groups),
        Just(EvalForm::Terms),
        Just(EvalForm::Squares),
        Just(EvalForm::Json),
        text().prop_map(|with| EvalForm::Diff { with }),
    ]
}

fn human() -> impl Strategy<Value = HumanCommand> {
    prop_oneof![
        Just(HumanCommand::Display),
        eval_form().prop_map(HumanCommand::Eval),
        Just(HumanCommand::Flip),
        Just(HumanCommand::Help),
        any::<u32>().prop_map(|depth| HumanCommand::Perft { depth }),
        vec(word(), 0..3).prop_map(|args| HumanCommand::Bench { args }),
    ]
}

/// Numbers are read as `i64`; what is larger saturates.
fn count() -> impl Strategy<Value = u64> {
    0..=i64::MAX as u64
}

fn signed() -> impl Strategy<Value = i64> {
    prop_oneof![-100_000i64..100_000, -i64::MAX..=i64::MAX]
}

fn go() -> impl Strategy<Value = GoParameters> {
    let small = || of(any::<u32>());
    let clocks = prop::array::uniform5(of(signed()));
    let limits = (small(), small(), small(), small(), of(count()));
    let rest = (any::<bool>(), any::<bool>(), moves());
    (clocks, limits, rest).prop_map(|(clocks, limits, (infinite, ponder, search_moves))| {
        let (moves_to_go, depth, mate, perft, nodes) = limits;
        GoParameters {
            white_time_ms: clocks[0],
            black_time_ms: clocks[1],
            white_increment_ms: clocks[2],
            black_increment_ms: clocks[3],
            move_time_ms: clocks[4],
            moves_to_go,
            depth,
            nodes,
            mate,
            infinite,
            ponder,
            perft,
            search_moves,
            ignored: Vec::new(),
            problems: Vec::new(),
        }
    })
}

fn uci_command() -> impl Strategy<Value = UciCommand> {
    let start = prop_oneof![
        Just(StartPosition::Startpos),
        fen().prop_map(StartPosition::Fen)
    ];
    let value = prop_oneof![text_or_nothing(), free_text()];
    prop_oneof![
        Just(UciCommand::Uci),
        Just(UciCommand::IsReady),
        Just(UciCommand::NewGame),
        Just(UciCommand::Stop),
        Just(UciCommand::PonderHit),
        Just(UciCommand::Quit),
        any::<bool>().prop_map(UciCommand::Debug),
        (start, moves()).prop_map(|(start, moves)| UciCommand::Position { start, moves }),
        go().prop_map(UciCommand::Go),
        (text(), of(value)).prop_map(|(name, value)| UciCommand::SetOption { name, value }),
        prop_oneof![text_or_nothing(), free_text()].prop_map(UciCommand::Register),
        human().prop_map(UciCommand::Human),
    ]
}

fn option_kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        (signed(), signed(), signed()).prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (vec(text(), 1..4), any::<Index>()).prop_map(|(choices, index)| OptionKind::Combo {
            default: index.get(&choices).clone(),
            choices,
        }),
        Just(OptionKind::Button),
        text_or_nothing().prop_map(|default| OptionKind::Text { default }),
    ]
}

fn option_declaration() -> impl Strategy<Value = OptionDeclaration> {
    (text(), option_kind()).prop_map(|(name, kind)| OptionDeclaration { name, kind })
}

fn bound() -> impl Strategy<Value = Bound> {
    select(vec![Bound::Exact, Bound::Lower, Bound::Upper])
}

fn score(largest_cp: i32) -> impl Strategy<Value = ScoreValue> {
    prop_oneof![
        (-largest_cp..=largest_cp).prop_map(ScoreValue::Cp),
        (-i32::MAX..=i32::MAX).prop_map(ScoreValue::Mate),
        (-3..3).prop_map(ScoreValue::Mate),
    ]
}

fn info() -> impl Strategy<Value = InfoLine> {
    let wdl = prop::array::uniform3(any::<u32>());
    let wdl = wdl.prop_map(|[win, draw, loss]| WinDrawLoss { win, draw, loss });
    let text = prop_oneof![Just(String::new()), free_text()];
    (
        prop::array::uniform5(of(any::<u32>())),
        prop::array::uniform4(of(count())),
        (of((score(i32::MAX), bound())), of(wdl)),
        (of(a_move()), moves(), of(text)),
    )
        .prop_map(
            |(small, large, (score, wdl), (currmove, pv, string))| InfoLine {
                depth: small[0],
                seldepth: small[1],
                multipv: small[2],
                score,
                wdl,
                nodes: large[0],
                nps: large[1],
                hashfull: small[3],
                tbhits: large[2],
                time_ms: large[3],
                currmove,
                currmovenumber: small[4],
                pv,
                string,
            },
        )
}

fn uci_reply() -> impl Strategy<Value = UciReply> {
    prop_oneof![
        free_text().prop_map(UciReply::IdName),
        free_text().prop_map(UciReply::IdAuthor),
        option_declaration().prop_map(UciReply::OptionLine),
        Just(UciReply::UciOk),
        Just(UciReply::ReadyOk),
        (of(a_move()), of(a_move())).prop_map(|(best, ponder)| UciReply::BestMove {
            ponder: ponder.filter(|_| best.is_some()),
            best,
        }),
        info().prop_map(UciReply::Info),
    ]
}

fn game_result() -> impl Strategy<Value = GameResult> {
    select(vec![
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ])
}

fn cecp_without_argument() -> impl Strategy<Value = CecpCommand> {
    select(vec![
        CecpCommand::Xboard,
        CecpCommand::New,
        CecpCommand::Quit,
        CecpCommand::Force,
        CecpCommand::Go,
        CecpCommand::PlayOther,
        CecpCommand::White,
        CecpCommand::Black,
        CecpCommand::MoveNow,
        CecpCommand::Draw,
        CecpCommand::Edit,
        CecpCommand::Hint,
        CecpCommand::Book,
        CecpCommand::Undo,
        CecpCommand::Remove,
        CecpCommand::Hard,
        CecpCommand::Easy,
        CecpCommand::Post,
        CecpCommand::NoPost,
        CecpCommand::Analyze,
        CecpCommand::AnalysisStatus,
        CecpCommand::Exit,
        CecpCommand::Computer,
        CecpCommand::Pause,
        CecpCommand::Resume,
    ])
}

/// The base is written in whole seconds.
fn level() -> impl Strategy<Value = Level> {
    (any::<u32>(), 0..1_000_000u64, 0..1_000_000u64).prop_map(
        |(moves_per_session, base_s, increment_ms)| Level {
            moves_per_session,
            base_ms: base_s * 1000,
            increment_ms,
        },
    )
}

fn cecp_limits() -> impl Strategy<Value = CecpCommand> {
    prop_oneof![
        signed().prop_map(|centiseconds| CecpCommand::EngineClock { centiseconds }),
        signed().prop_map(|centiseconds| CecpCommand::OpponentClock { centiseconds }),
        level().prop_map(CecpCommand::Level),
        (0..1_000_000_000u64).prop_map(|time_ms| CecpCommand::SecondsPerMove { time_ms }),
        any::<u32>().prop_map(CecpCommand::MaxDepth),
        signed().prop_map(CecpCommand::NodeRate),
        count().prop_map(CecpCommand::MemoryMegabytes),
        any::<u32>().prop_map(CecpCommand::Cores),
    ]
}

fn cecp_texts() -> impl Strategy<Value = CecpCommand> {
    let value = prop_oneof![text_or_nothing(), free_text()];
    prop_oneof![
        text_or_nothing().prop_map(CecpCommand::Accepted),
        text_or_nothing().prop_map(CecpCommand::Rejected),
        text().prop_map(CecpCommand::Variant),
        fen().prop_map(CecpCommand::SetBoard),
        text_or_nothing().prop_map(CecpCommand::Name),
        (word(), text_or_nothing()).prop_map(|(kind, path)| CecpCommand::EgtPath { kind, path }),
        (text(), of(value)).prop_map(|(name, value)| CecpCommand::Option { name, value }),
        (game_result(), text_or_nothing())
            .prop_map(|(result, comment)| CecpCommand::Result { result, comment }),
    ]
}

fn cecp_command() -> impl Strategy<Value = CecpCommand> {
    let filter = prop_oneof![Just(MoveFilter::All), a_move().prop_map(MoveFilter::Move)];
    let ignored = select(vec![
        "random", "ics", "setscore", "lift", "put", "hover", "partner", "ptell", "holding",
    ]);
    prop_oneof![
        cecp_without_argument(),
        cecp_limits(),
        cecp_texts(),
        any::<u32>().prop_map(CecpCommand::Protover),
        a_move().prop_map(CecpCommand::UserMove),
        a_move().prop_map(CecpCommand::BareMove),
        signed().prop_map(CecpCommand::Ping),
        (signed(), signed())
            .prop_map(|(engine, opponent)| CecpCommand::Rating { engine, opponent }),
        filter.clone().prop_map(CecpCommand::Exclude),
        filter.prop_map(CecpCommand::Include),
        (ignored, text()).prop_map(|(word, text)| CecpCommand::Ignored(format!("{word} {text}"))),
        human().prop_map(CecpCommand::Human),
    ]
}

fn feature() -> impl Strategy<Value = Feature> {
    let name = "[a-z]{1,10}".prop_filter("an option has its own form", |name| name != "option");
    prop_oneof![
        (name.clone(), signed()).prop_map(|(name, number)| Feature::number(&name, number)),
        (name, text_or_nothing()).prop_map(|(name, text)| Feature::text(&name, &text)),
        option_declaration().prop_map(Feature::option),
    ]
}

fn thinking() -> impl Strategy<Value = ThinkingLine> {
    let counters = (any::<u32>(), count(), count());
    let counters = counters.prop_map(|(seldepth, nps, tbhits)| ThinkingCounters {
        seldepth,
        nps,
        tbhits,
    });
    let pv = vec(prop_oneof![a_move(), Just("(text)".to_owned())], 0..5);
    let numbers = (any::<u32>(), score(99_999), count(), count());
    (numbers, of(counters), bound(), pv).prop_map(
        |((ply, score, time_cs, nodes), counters, bound, pv)| ThinkingLine {
            ply,
            score,
            bound,
            time_cs,
            nodes,
            counters,
            pv,
        },
    )
}

fn status() -> impl Strategy<Value = SearchStatus> {
    let small = prop::array::uniform3(any::<u32>());
    (count(), count(), small, of(a_move())).prop_map(|(time_cs, nodes, small, current_move)| {
        SearchStatus {
            time_cs,
            nodes,
            ply: small[0],
            moves_left: small[1],
            moves_total: small[2],
            current_move,
        }
    })
}

fn cecp_reply() -> impl Strategy<Value = CecpReply> {
    let audience = select(vec![
        Audience::User,
        Audience::UserError,
        Audience::All,
        Audience::Others,
        Audience::Opponent,
        Audience::Server,
        Audience::ServerNoAlias,
    ]);
    prop_oneof![
        vec(feature(), 0..5).prop_map(CecpReply::Feature),
        a_move().prop_map(CecpReply::Move),
        signed().prop_map(CecpReply::Pong),
        (of(text()), a_move()).prop_map(|(reason, text)| CecpReply::IllegalMove { reason, text }),
        (text_or_nothing(), text()).prop_map(|(reason, line)| CecpReply::Error { reason, line }),
        (audience, free_text()).prop_map(|(audience, text)| CecpReply::Tell { audience, text }),
        Just(CecpReply::OfferDraw),
        Just(CecpReply::Resign),
        (game_result(), text_or_nothing())
            .prop_map(|(result, comment)| CecpReply::Result { result, comment }),
        a_move().prop_map(CecpReply::Hint),
        thinking().prop_map(CecpReply::Thinking),
        status().prop_map(CecpReply::Status),
        free_text().prop_map(CecpReply::Comment),
        text().prop_map(CecpReply::BookText),
    ]
}

fn edit_line() -> impl Strategy<Value = EditLine> {
    let piece = select(vec!['P', 'N', 'B', 'R', 'Q', 'K']);
    prop_oneof![
        Just(EditLine::Clear),
        Just(EditLine::SwitchColor),
        Just(EditLine::Leave),
        "[a-h][1-8]".prop_map(|square| EditLine::Remove { square }),
        (piece, "[a-h][1-8]").prop_map(|(piece, square)| EditLine::Place { piece, square }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn uci_commands(value in uci_command()) {
        round_trip(value, UciCommand::parse)?;
    }

    #[test]
    fn uci_replies(value in uci_reply()) {
        round_trip(value, UciReply::parse)?;
    }

    #[test]
    fn cecp_commands(value in cecp_command()) {
        round_trip(value, CecpCommand::parse)?;
    }

    #[test]
    fn cecp_replies(value in cecp_reply()) {
        round_trip(value, CecpReply::parse)?;
    }

    #[test]
    fn edit_lines(value in edit_line()) {
        round_trip(value, EditLine::parse)?;
    }
}
