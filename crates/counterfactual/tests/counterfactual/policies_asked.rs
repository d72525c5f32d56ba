//! Policies that others answer: engines that print theirs, and programs. Whatever these do
//! wrong is one clear line, and none is left behind.

use std::time::Duration;

use super::policies::{ask, chance, game};
use plumb_counterfactual::{History, Policy, PolicyError, UciPolicy, shares_of_legal_moves};
use plumb_protocol::peer::Protocol;
use plumb_testing::pretend::launch;

const PATIENCE: Duration = Duration::from_secs(20);
/// What is waited for in vain need not be waited for long.
const SOON: Duration = Duration::from_millis(300);

fn engine(behaviour: &str) -> UciPolicy {
    UciPolicy::start(&launch(Protocol::Uci, behaviour), &[], PATIENCE).unwrap()
}

#[test]
fn an_engine_that_prints_its_policy_is_understood() {
    let mut policy = engine("policy");
    assert_eq!(policy.name(), "uci policy");
    assert_eq!(policy.history(), History::Game);
    // A game with castling, then another one, then the first again.
    let castling = game("", "e4 e5 Nf3 Nc6 Bb5 a6");
    let endgame = game("4k3/8/8/8/8/8/7p/R3K3 w Q - 3 40", "");
    for game in [&castling, &endgame, &castling] {
        let answer = ask(&mut policy, game).unwrap();
        let legal: Vec<_> = game.position().legal_moves().iter().copied().collect();
        let all = (legal.len() * (legal.len() + 1) / 2) as f64;
        for (number, (mv, found)) in answer.iter().enumerate() {
            assert_eq!(*mv, legal[number]);
            let expected = (number + 1) as f64 / all;
            assert!(
                (found - expected).abs() <= 0.5e-4 + 1e-9,
                "{found} {expected}"
            );
        }
        let castles = if game.ply() > 0 { "O-O" } else { "O-O-O" };
        assert!(chance(&answer, game, castles) > 0.0);
    }
}

#[test]
fn options_of_the_user_come_before_ours() {
    let options = [("policytemperature".to_owned(), "1000000".to_owned())];
    let launch = launch(Protocol::Uci, "policy");
    let mut policy = UciPolicy::start(&launch, &options, PATIENCE).unwrap();
    let game = game("", "");
    let answer = ask(&mut policy, &game).unwrap();
    assert!(
        answer
            .iter()
            .all(|(_, chance)| (chance - 0.05).abs() < 1e-9)
    );
}

#[test]
fn engines_without_a_policy_are_named() {
    let start = game("", "");
    let error = ask(&mut engine("good"), &start).unwrap_err().to_string();
    assert_eq!(
        error,
        "the policy failed: good: printed no policy at `go nodes 1`: expected lines such as \
         `info string e2e4 (322 ) N: 0 (P: 10.92%)`, as Lc0's with VerboseMoveStats"
    );
    let error = ask(&mut engine("policy-illegal"), &start).unwrap_err();
    assert!(matches!(error, PolicyError::IllegalMove(mv, _) if mv == "e2e5"));
    let legal: Vec<_> = start.position().legal_moves().iter().copied().collect();
    let answer = ask(&mut engine("policy-nan"), &start).unwrap();
    let shares = shares_of_legal_moves(start.position(), &legal, &answer);
    assert!(matches!(shares, Err(PolicyError::NotAChance(..))));
    let error = ask(&mut engine("crash-in-go"), &start)
        .unwrap_err()
        .to_string();
    assert!(error.contains("crash-in-go: ended unexpectedly"), "{error}");
    let mut hung = launch(Protocol::Uci, "hang-in-go");
    hung.timeouts.stop = SOON;
    let mut hung = UciPolicy::start(&hung, &[], SOON).unwrap();
    let error = ask(&mut hung, &start).unwrap_err().to_string();
    assert!(error.contains("hang-in-go: hung: no bestmove"), "{error}");
    // It stays broken.
    assert_eq!(ask(&mut hung, &start).unwrap_err().to_string(), error);
    let cecp = UciPolicy::start(&launch(Protocol::Cecp, "good"), &[], PATIENCE);
    let error = cecp.err().unwrap().to_string();
    assert_eq!(
        error,
        "the policy failed: good: expected an engine that speaks UCI"
    );
    let options = [("Depth".to_owned(), "3".to_owned())];
    let unknown = UciPolicy::start(&launch(Protocol::Uci, "good"), &options, PATIENCE);
    let error = unknown.err().unwrap().to_string();
    assert!(
        error.contains("option Depth: the engine does not offer it"),
        "{error}"
    );
}

/// Programs are started through a shell.
#[cfg(unix)]
mod programs {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Instant;

    use super::*;
    use plumb_counterfactual::ProgramPolicy;
    use plumb_testing::pretend::{assert_gone, is_running};
    use plumb_testing::pretend_policy::{chances, command};

    fn start_patient(behaviour: &str, patience: Duration) -> Result<ProgramPolicy, PolicyError> {
        let stop = Arc::new(AtomicBool::new(false));
        ProgramPolicy::start(&command(behaviour), patience, &stop)
    }

    fn start(behaviour: &str) -> ProgramPolicy {
        start_patient(behaviour, PATIENCE).unwrap()
    }

    #[test]
    fn a_programs_chances_come_back() {
        let mut policy = start("good");
        assert_eq!(policy.history(), History::Game);
        assert_eq!(policy.name(), format!("program {}", command("good")));
        let id = policy.process_id().unwrap();
        for game in [
            game("", ""),
            game("", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
            game("4k3/8/8/8/8/8/7p/R3K3 w Q - 3 40", "O-O-O"),
            game(
                "bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKRNNB w KQkq - 0 1",
                "e4",
            ),
        ] {
            let mut answer = ask(&mut policy, &game).unwrap();
            let legal = game.position().legal_moves();
            let mut expected: Vec<_> = legal
                .iter()
                .copied()
                .zip(chances(legal.len(), 1500.0))
                .collect();
            answer.sort_by_key(|(mv, _)| mv.to_bits());
            expected.sort_by_key(|(mv, _)| mv.to_bits());
            assert_eq!(answer, expected);
        }
        assert!(is_running(id));
        drop(policy);
        assert_gone(id);
    }

    /// What a program does, what is said then, and whether it can be asked again.
    const FAULTS: &[(&str, &str, bool)] = &[
        ("error", "the policy failed: sh: not this position", false),
        (
            "illegal",
            "the policy named e2e5, which is not legal in rnbq",
            true,
        ),
        (
            "nan",
            "the policy gave e2e4 the chance \"NaN\": expected a number",
            true,
        ),
        (
            "error-at-start",
            "the policy failed: sh: the weights are missing",
            false,
        ),
        (
            "exit-at-start",
            "the policy failed: sh: ended unexpectedly (exit status 4)",
            false,
        ),
        (
            "exit",
            "the policy failed: sh: ended unexpectedly (exit status 5) at `{\"fen\":",
            false,
        ),
        (
            "noise",
            "the policy failed: sh: expected a line of JSON with \"moves\" or \"error\", found `evaluating 20 moves`",
            false,
        ),
        (
            "early",
            "the policy failed: sh: expected a line of JSON with \"moves\" or \"error\", found `Loading the network`",
            false,
        ),
        (
            "huge-line",
            "the policy failed: sh: flooded us: a line of more than 65536 bytes: `xxx",
            false,
        ),
    ];

    #[test]
    fn what_programs_do_wrong_is_one_line_and_leaves_nothing_behind() {
        let start_game = game("", "");
        for &(behaviour, message, goes_on) in FAULTS {
            let mut policy = start(behaviour);
            let id = policy.process_id().unwrap();
            let error = ask(&mut policy, &start_game).unwrap_err();
            let text = error.to_string();
            assert!(text.starts_with(message), "{behaviour}: {text}");
            assert_eq!(text.lines().count(), 1, "{text}");
            assert!(text.chars().count() < 600, "{text}");
            if !goes_on {
                // Killed at once, and no question reaches it any more.
                assert!(!is_running(id), "{behaviour}");
                assert_eq!(policy.process_id(), None, "{behaviour}");
            }
            assert_eq!(
                ask(&mut policy, &start_game).unwrap_err(),
                error,
                "{behaviour}"
            );
            drop(policy);
            assert_gone(id);
        }
    }

    #[test]
    fn answers_without_a_usable_chance_are_refused_as_shares() {
        let game = game("", "");
        let legal: Vec<_> = game.position().legal_moves().iter().copied().collect();
        let shares = |behaviour| {
            let answer = ask(&mut start(behaviour), &game).unwrap();
            shares_of_legal_moves(game.position(), &legal, &answer).unwrap_err()
        };
        assert_eq!(shares("nothing"), PolicyError::NoMoves);
        assert!(matches!(shares("negative"), PolicyError::NotAChance(..)));
    }

    #[test]
    fn hanging_programs_are_given_up_with_their_children() {
        for behaviour in ["hang", "deaf", "orphan"] {
            let mut policy = start_patient(behaviour, 3 * SOON).unwrap();
            let id = policy.process_id().unwrap();
            let error = ask(&mut policy, &game("", "")).unwrap_err().to_string();
            let message = "the policy failed: sh: hung: no answer within 900 ms of `{\"fen\":";
            assert!(error.starts_with(message), "{behaviour}: {error}");
            assert!(!is_running(id), "{behaviour}");
        }
    }

    #[test]
    fn a_wait_can_be_called_off() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut policy = ProgramPolicy::start(&command("hang"), PATIENCE, &stop).unwrap();
        let setter = Arc::clone(&stop);
        let began = Instant::now();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(SOON);
            setter.store(true, Ordering::Relaxed);
        });
        let error = ask(&mut policy, &game("", "")).unwrap_err();
        thread.join().unwrap();
        assert_eq!(error, PolicyError::Stopped);
        assert!(began.elapsed() < PATIENCE / 2);
        assert_eq!(policy.process_id(), None);
    }

    #[test]
    fn commands_that_cannot_be_run_are_named() {
        let start = |command: &str| {
            let stop = Arc::new(AtomicBool::new(false));
            let policy = ProgramPolicy::start(command, PATIENCE, &stop);
            policy.err().unwrap().to_string()
        };
        assert_eq!(
            start("/no/such/program --fast"),
            "the policy failed: /no/such/program: cannot start `/no/such/program --fast`: \
             program not found"
        );
        assert_eq!(
            start(" "),
            "the policy failed: no program is named: expected its command line"
        );
        assert!(start("a 'b").contains("a quote ' is not closed"));
    }
}
