//! The checklist's rows about output and about ending.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plumb::engine::{Engine, OptionId, OptionValue, SearchEvent};
use plumb::eval::{WdlModel, Weights};
use plumb::protocol::{CecpReply, Event, UciReply};
use plumb::search::Limits;

use crate::chess::{BUSY, bench_positions, count_best, infos};
use crate::driver::{PATIENCE, Plumb};

fn engine() -> Engine {
    Engine::new(Arc::new(Weights::embedded()), WdlModel::embedded()).expect("an engine")
}

#[test]
fn row_10_an_option_ends_a_search_without_limits_instead_of_waiting() {
    let mut engine = engine();
    for (id, value) in [
        (OptionId::Hash, OptionValue::Spin(2)),
        (OptionId::Threads, OptionValue::Spin(2)),
        (OptionId::ClearHash, OptionValue::Pressed),
        (OptionId::MultiPv, OptionValue::Spin(2)),
    ] {
        engine.go(Limits::default(), true, Box::new(|_| ()));
        engine.set_option(id, &value).unwrap();
        assert!(!engine.is_searching());
    }
    engine.go(Limits::default(), true, Box::new(|_| ()));
    engine.forget();
}

#[test]
fn row_17_the_end_of_input_ends_the_program() {
    for protocol in ["uci", "xboard", ""] {
        let mut plumb = Plumb::start();
        plumb.send(protocol);
        plumb.close_input();
        plumb.ends_well();
    }
    // In the middle of anything.
    for lines in [
        "uci\nposition startpos\ngo infinite\n",
        "uci\ngo ponder wtime 1000 btime 1000\n",
        "uci\nsetoption name Threads value 2\ngo wtime 1000000 btime 1000000\n",
        "uci\nposition fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\ngo infinite\n",
        "perft 9\n",
        "bench 40\n",
        "xboard\nnew\nusermove e2e4\n",
        "xboard\nnew\nanalyze\n",
        "xboard\nedit\n",
        "uci\ngo depth 3",
    ] {
        let begin = Instant::now();
        let mut plumb = Plumb::start();
        plumb.send_bytes(lines.as_bytes());
        plumb.close_input();
        plumb.ends_well();
        assert!(begin.elapsed() < Duration::from_secs(5), "{lines}");
    }
}

#[test]
fn row_17_the_end_of_input_still_tells_the_move_that_was_asked_for() {
    let mut plumb = Plumb::start();
    plumb.send_bytes(b"position startpos\ngo depth 30\n");
    plumb.close_input();
    assert!(plumb.until("bestmove").len() > 1);
    plumb.ends_well();
}

#[test]
fn row_17_quit_ends_a_search_at_once() {
    for lines in [
        "uci\ngo infinite\n",
        "uci\ngo ponder wtime 1000 btime 1000\n",
        "uci\nsetoption name Threads value 2\ngo movetime 1000000\n",
        "perft 9\n",
        "xboard\nnew\nst 1000\nusermove e2e4\n",
        "xboard\nanalyze\n",
        "xboard\nedit\n",
    ] {
        let begin = Instant::now();
        let mut plumb = Plumb::start();
        plumb.send_bytes(lines.as_bytes());
        plumb.quit();
        assert!(begin.elapsed() < Duration::from_secs(5), "{lines}");
    }
}

/// The threads may take longer to start than what stands before a `quit` is given.
#[test]
fn row_17_each_go_before_quit_has_its_move_after_many_threads() {
    for _ in 0..2 {
        let mut plumb = Plumb::start();
        plumb.send_bytes(
            b"uci\nsetoption name Threads value 100000\nposition startpos\ngo infinite\n\
              position startpos moves e2e4\ngo infinite\nquit\n",
        );
        plumb.until("bestmove");
        plumb.until("bestmove");
        plumb.ends_well();
    }
}

#[test]
fn row_17_a_reader_that_has_gone_ends_the_program() {
    for lines in [
        "uci\ngo infinite\n",
        "xboard\nnew\npost\nanalyze\n",
        "perft 7\n",
    ] {
        let mut plumb = Plumb::start();
        plumb.send_bytes(lines.as_bytes());
        plumb.line();
        plumb.close_output();
        // Its own input stays open.
        plumb.ends_well();
    }
    let mut plumb = Plumb::uci();
    plumb.close_output();
    // The pipe is closed once an answer has come through it that nobody wants: on a busy machine
    // any number of answers may have been written by then, and the next one finds nobody.
    let deadline = Instant::now() + PATIENCE;
    while !plumb.has_ended() && Instant::now() < deadline {
        plumb.send("isready");
        std::thread::sleep(Duration::from_millis(20));
    }
    plumb.ends_well();
}

#[test]
fn row_17_an_idle_engine_uses_no_processor_time() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Threads value 2");
    plumb.send("ucinewgame");
    plumb.go("go depth 5");
    plumb.wait_until_idle();
    plumb.send("xboard");
    plumb.send("new");
    plumb.ping();
    plumb.wait_until_idle();
    plumb.quit();
}

/// Notes every single write.
#[derive(Clone, Default)]
struct Writes(Arc<Mutex<Vec<Vec<u8>>>>);

impl Write for Writes {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn row_19_one_write_per_line() {
    let writes = Writes::default();
    let input = "uci\nsetoption name MultiPV value 3\nposition startpos\ngo depth 4\nd\neval\nhelp\n\
                 xboard\nprotover 2\nnew\npost\nsd 3\nusermove e2e4\nnonsense\n";
    plumb::protocol::run(engine(), input.as_bytes(), writes.clone(), |_| ()).unwrap();
    let writes = writes.0.lock().unwrap();
    assert!(writes.len() > 50);
    for write in writes.iter() {
        let text = std::str::from_utf8(write).expect("text");
        assert!(
            text.ends_with('\n') && text.matches('\n').count() == 1,
            "{text:?}"
        );
        assert!(!text.contains('\r'));
    }
}

#[test]
fn row_19_only_protocol_lines() {
    let mut plumb = Plumb::start();
    plumb.send("uci");
    let mut lines = plumb.until("uciok");
    plumb.send("setoption name MultiPV value 2");
    plumb.send("ucinewgame");
    plumb.send(format!("position fen {BUSY}"));
    lines.extend(plumb.sync());
    lines.extend(plumb.go("go depth 6"));
    lines.extend(plumb.go("go ponder depth 4\nponderhit"));
    plumb.send("nonsense");
    lines.extend(plumb.sync());
    for line in &lines {
        let reply = UciReply::parse(line);
        assert!(matches!(reply, Ok(Some(_))), "{line}: {reply:?}");
    }
    let mut plumb = Plumb::start();
    plumb.send("xboard");
    plumb.send("protover 2");
    let mut lines = plumb.until("feature done=1");
    plumb.send("new\npost\nhard\nsd 6\nusermove e2e4");
    lines.extend(plumb.until("move "));
    plumb.send("hint\n.\nundo\nnonsense\nusermove e9e9");
    lines.extend(plumb.ping());
    for line in &lines {
        let reply = CecpReply::parse(line);
        assert!(matches!(reply, Ok(Some(_))), "{line}: {reply:?}");
    }
    plumb.quit();
}

#[test]
fn row_20_little_is_said_and_nothing_before_go() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Hash value 8");
    plumb.send("ucinewgame");
    plumb.send("position startpos moves e2e4");
    assert_eq!(plumb.sync(), [""; 0]);
    for fen in bench_positions().into_iter().take(10) {
        plumb.send(format!("position fen {fen}"));
        let lines = plumb.go("go nodes 20000");
        // One line a depth, perhaps one more at the end, and a bestmove.
        let infos = infos(&lines);
        let depth = infos.iter().filter_map(|info| info.depth).max().unwrap();
        assert!(lines.len() as u32 <= depth + 2, "{lines:#?}");
        assert!(lines.iter().all(|line| !line.contains("currmove")));
    }
    plumb.quit();
}

#[test]
fn row_22_numbers_are_whole_even_when_no_time_has_passed() {
    let mut plumb = Plumb::uci();
    for go in ["go depth 1", "go nodes 1", "go movetime 1", "go depth 5"] {
        for line in plumb.go(go).iter().filter(|line| line.contains(" score ")) {
            let words: Vec<&str> = line.split(' ').collect();
            let after = |name: &str| {
                let place = words.iter().position(|word| *word == name);
                let place = place.unwrap_or_else(|| panic!("no {name} in {line}"));
                words[place + 1]
                    .parse::<i64>()
                    .unwrap_or_else(|_| panic!("{name} in {line}"))
            };
            for name in [
                "time", "nps", "nodes", "depth", "seldepth", "hashfull", "tbhits",
            ] {
                assert!(after(name) >= 0);
            }
            assert!(after("hashfull") <= 1000);
            assert!(
                words
                    .iter()
                    .all(|word| !word.is_empty() && !word.contains('.'))
            );
        }
    }
    plumb.quit();
}

/// Input that goes on until the session has ended.
struct Endless(std::io::Cursor<Vec<u8>>, std::sync::mpsc::Receiver<()>);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => {
                let _ = self.1.recv();
                Ok(0)
            }
            count => Ok(count),
        }
    }
}

#[test]
fn row_24_an_interrupt_ends_uci_but_not_xboard() {
    let mut plumb = Plumb::start();
    plumb.send("protover 2");
    let features = plumb.until("feature done=1").join(" ");
    assert!(features.contains(" sigint=0 ") && features.contains(" sigterm=0 "));
    plumb.quit();
    for (protocol, ends) in [("uci\n", true), ("", true), ("xboard\n", false)] {
        let (release, hold) = std::sync::mpsc::channel();
        let input = Endless(std::io::Cursor::new(protocol.as_bytes().to_vec()), hold);
        let (connected, events) = std::sync::mpsc::channel();
        let (ended, end) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            plumb::protocol::run(engine(), input, std::io::sink(), |sender| {
                connected.send(sender).unwrap();
            })
            .unwrap();
            ended.send(()).unwrap();
        });
        let events = events.recv().unwrap();
        // Let the first word arrive before.
        std::thread::sleep(Duration::from_millis(200));
        events.send(Event::Interrupt).unwrap();
        let time = Duration::from_millis(if ends { 20_000 } else { 300 });
        assert_eq!(end.recv_timeout(time).is_ok(), ends, "{protocol}");
        drop(release);
        if !ends {
            end.recv_timeout(Duration::from_secs(20))
                .expect("it ends with its input");
        }
    }
}

#[cfg(unix)]
#[test]
fn row_24_the_signal_itself() {
    for (begin, ends) in [
        ("uci\ngo infinite\nisready", true),
        ("xboard\nst 1000\nusermove e2e4\nping 1", false),
    ] {
        let mut plumb = Plumb::start();
        plumb.send(begin);
        if ends {
            plumb.until("readyok");
        } else {
            std::thread::sleep(Duration::from_millis(200));
        }
        if !plumb.interrupt() {
            return; // no `kill` here
        }
        if ends {
            plumb.ends_well();
        } else {
            std::thread::sleep(Duration::from_millis(100));
            plumb.send("?");
            plumb.until("move ");
            plumb.until("pong 1");
            plumb.quit();
        }
    }
}

#[test]
fn row_27_a_crash_in_the_search_leaves_a_message_and_a_legal_move() {
    let mut engine = engine();
    let (sender, events) = std::sync::mpsc::channel();
    let listener = {
        let sender = sender.clone();
        Box::new(move |event| {
            if matches!(event, SearchEvent::Report(_)) {
                panic!("this panic is part of a test");
            }
            let _ = sender.send(event);
        })
    };
    engine.go(Limits::depth(5), false, listener);
    engine.wait();
    let heard: Vec<SearchEvent> = events.try_iter().collect();
    assert!(
        matches!(&heard[0], SearchEvent::Crashed(text) if text == "this panic is part of a test")
    );
    let SearchEvent::Finished(outcome) = &heard[1] else {
        panic!("{heard:?}");
    };
    let best = outcome.best.expect("a move");
    assert!(engine.game().position().is_legal(best));
    // And the next search is as good as ever.
    let listener = Box::new(move |event| drop(sender.send(event)));
    engine.go(Limits::depth(5), false, listener);
    engine.wait();
    let last = events.try_iter().last();
    let Some(SearchEvent::Finished(outcome)) = last else {
        panic!("{last:?}");
    };
    assert_eq!(outcome.last.depth, 5);
}

/// Set for the child that [`row_27_a_crash_tells_the_last_line_and_position`]
/// starts.
const CRASH: &str = "PLUMB_TEST_CRASH";

/// Panics as soon as something is written.
struct Explosive;

impl Write for Explosive {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        panic!("nobody expected this");
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn row_27_a_crash_tells_the_last_line_and_position() {
    if std::env::var_os(CRASH).is_some() {
        let input = "position startpos moves e2e4 e7e5\nisready\n";
        let _ = plumb::protocol::run(engine(), input.as_bytes(), Explosive, |_| ());
        return;
    }
    let name = "rows_output::row_27_a_crash_tells_the_last_line_and_position";
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(CRASH, "1")
        .output()
        .unwrap();
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr);
    for part in [
        "nobody expected this",
        "last input: isready",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 moves e2e4 e7e5",
    ] {
        assert!(stderr.contains(part), "{part} is missing from\n{stderr}");
    }
}

#[test]
fn commands_during_perft_and_bench_are_answered() {
    let mut plumb = Plumb::uci();
    for (task, stopped) in [
        ("perft 9", "info string perft stopped"),
        ("go perft 9", "info string perft stopped"),
        ("bench 40", "info string bench stopped"),
    ] {
        plumb.send(task);
        assert_eq!(count_best(&plumb.sync()), 0);
        plumb.send(task);
        let lines = plumb.sync();
        assert!(lines.iter().any(|line| line.contains("error: still busy")));
        plumb.send("stop");
        // What was counted until then is no signature.
        let lines = plumb.until(stopped);
        assert!(
            !lines.iter().any(|line| line.starts_with("Nodes searched")),
            "{lines:?}"
        );
        // Then the next one can begin.
        plumb.send("perft 1");
        let lines = plumb.until_that("end", |line| {
            line.contains("still busy") || line.starts_with("Nodes per second")
        });
        assert!(lines.len() > 1, "{lines:?}");
    }
    plumb.quit();
}
