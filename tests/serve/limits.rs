//! Limits of time, size and number hold, and a search ends with whoever asked for it.

use std::io::{ErrorKind, Read, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{connect, read_answer, request_text};
use crate::service::{JSON, Service};

/// A search that takes long enough to look at.
fn long_search() -> String {
    let body = json!({ "nodes": 5_000_000 }).to_string();
    request_text("POST", "/v1/analyse", &[JSON], &body)
}

const RUNNING: &str = "plumb_searches_running";
const WAITING: &str = "plumb_searches_waiting";

#[test]
fn slow_heads_are_not_waited_for() {
    let service = Service::start(&["--header-time", "1"]);
    let start = Instant::now();
    let mut slow = connect(service.address);
    let mut silent = connect(service.address);
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: loc")
        .unwrap();
    for _ in 0..3 {
        sleep(Duration::from_millis(300));
        let _ = slow.write_all(b"a");
    }
    for stream in [&mut slow, &mut silent] {
        let mut rest = Vec::new();
        // Closed, or reset where the service had something left to read.
        let _ = stream.read_to_end(&mut rest);
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
    }
    let time = start.elapsed();
    assert!(time < Duration::from_secs(10), "{time:?}");
    assert_eq!(service.get("/healthz").status, 200);
}

#[test]
fn slow_bodies_are_not_waited_for() {
    let service = Service::start(&["--body-time", "1"]);
    let mut stream = connect(service.address);
    let head = request_text("POST", "/v1/eval", &[JSON, "Content-Length: 10"], "");
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(b"{").unwrap();
    let answer = read_answer(&mut stream).unwrap();
    assert_eq!(answer.status, 408, "{}", answer.body);
    assert!(answer.body.contains("within 1 s"), "{}", answer.body);
}

#[test]
fn who_does_not_read_is_not_waited_for() {
    let service = Service::start(&["--body-time", "1"]);
    let mut stream = connect(service.address);
    stream
        .set_write_timeout(Some(Duration::from_millis(500)))
        .unwrap();
    let text = request_text("GET", "/openapi.json", &[], "").repeat(1_000);
    // A hundred megabytes of answers, none of which is read.
    let _ = stream.write_all(text.as_bytes());
    let start = Instant::now();
    // The connection that asks is the only one left.
    while service.count("plumb_connections") > 1 {
        assert!(start.elapsed() < Duration::from_secs(15));
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_quiet_connection_is_closed() {
    let service = Service::start(&["--header-time", "1"]);
    let mut stream = connect(service.address);
    let text = request_text("GET", "/healthz", &[], "");
    stream.write_all(text.as_bytes()).unwrap();
    assert_eq!(read_answer(&mut stream).unwrap().status, 200);
    let start = Instant::now();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn huge_bodies_are_refused() {
    let service = Service::start(&[]);
    // The announced size is enough, and a client that waits for leave needs send nothing.
    let announced = [JSON, "Content-Length: 99999999999", "Expect: 100-continue"];
    let answer = service.send("POST", "/v1/eval", &announced, "");
    assert_eq!(answer.status, 413, "{}", answer.body);
    assert!(answer.body.contains("1048576"), "{}", answer.body);

    // Without one it is counted.
    let mut stream = connect(service.address);
    let chunked = [JSON, "Transfer-Encoding: chunked"];
    let head = request_text("POST", "/v1/eval", &chunked, "");
    stream.write_all(head.as_bytes()).unwrap();
    let blank = " ".repeat(0x10000);
    for _ in 0..20 {
        if stream
            .write_all(format!("10000\r\n{blank}\r\n").as_bytes())
            .is_err()
        {
            break;
        }
    }
    let _ = stream.write_all(b"0\r\n\r\n");
    assert_eq!(read_answer(&mut stream).unwrap().status, 413);

    let small = Service::start(&["--max-body", "100"]);
    let fits = format!("{{}}{}", " ".repeat(98));
    let post = |body: &str| small.send("POST", "/v1/legal", &[JSON], body).status;
    assert_eq!((post(&fits), post(&format!("{fits} "))), (200, 413));
}

#[test]
fn connections_are_counted() {
    let service = Service::start(&["--header-time", "60"]);
    // 44 more than may be open.
    let mut streams: Vec<_> = (0..300).map(|_| connect(service.address)).collect();
    let refused = |stream: &mut std::net::TcpStream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(1)))
            .unwrap();
        let mut byte = [0];
        matches!(stream.peek(&mut byte), Ok(1))
    };
    let start = Instant::now();
    loop {
        let count = streams.iter_mut().map(refused).filter(|is| *is).count();
        if count == 44 {
            break;
        }
        assert!(
            count < 44 && start.elapsed() < Duration::from_secs(20),
            "{count}"
        );
    }
    let at = streams.iter_mut().position(refused).unwrap();
    let mut stream = streams.swap_remove(at);
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let answer = read_answer(&mut stream).unwrap();
    assert_eq!(answer.status, 503);
    assert!(answer.header("retry-after").is_some());
    assert_eq!(answer.json()["type"], "urn:plumb:problem:busy");
    // Those that were let in are served, and others again when they go.
    let at = streams
        .iter_mut()
        .position(|stream| !refused(stream))
        .unwrap();
    let mut stream = streams.swap_remove(at);
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let text = request_text("GET", "/healthz", &[], "");
    stream.write_all(text.as_bytes()).unwrap();
    assert_eq!(read_answer(&mut stream).unwrap().status, 200);
    drop((streams, stream));
    let start = Instant::now();
    while service.get("/healthz").status != 200 {
        assert!(start.elapsed() < Duration::from_secs(10));
        sleep(Duration::from_millis(20));
    }
    assert!(service.count("plumb_connections_refused_total") >= 44);
}

#[test]
fn a_full_queue_is_said_to_be_full() {
    let service = Service::start(&["--jobs", "1", "--max-queue", "1"]);
    let mut first = connect(service.address);
    first.write_all(long_search().as_bytes()).unwrap();
    service.wait_for(RUNNING, 1);
    let mut second = connect(service.address);
    second.write_all(long_search().as_bytes()).unwrap();
    service.wait_for(WAITING, 1);
    let third = service.post("/v1/explain", &json!({ "nodes": 100 }));
    assert_eq!(third.status, 503, "{}", third.body);
    assert_eq!(third.header("retry-after"), Some("1"));
    assert_eq!(service.get("/readyz").status, 503);
    // What needs no search is answered all the while.
    assert_eq!(service.post("/v1/eval", &json!({})).status, 200);
    assert_eq!(service.get("/healthz").status, 200);
    // Who has gone waits no longer for anybody.
    drop(second);
    sleep(Duration::from_millis(300));
    let mut fourth = connect(service.address);
    let text = request_text("POST", "/v1/explain", &[JSON], "{\"nodes\": 100}");
    fourth.write_all(text.as_bytes()).unwrap();
    sleep(Duration::from_millis(100));
    drop(first);
    assert_eq!(read_answer(&mut fourth).unwrap().status, 200);
}

#[test]
fn a_search_ends_when_its_client_has_gone() {
    let service = Service::start(&["--jobs", "1"]);
    for path in ["/v1/analyse", "/v1/explain"] {
        let body = json!({ "nodes": 5_000_000 }).to_string();
        let mut stream = connect(service.address);
        let text = request_text("POST", path, &[JSON], &body);
        stream.write_all(text.as_bytes()).unwrap();
        service.wait_for(RUNNING, 1);
        drop(stream);
        let time = service.wait_for(RUNNING, 0);
        assert!(time < Duration::from_millis(500), "{path}: {time:?}");
    }
    let text = service.get("/metrics").body;
    for path in ["/v1/analyse", "/v1/explain"] {
        let line = format!("plumb_requests_vanished_total{{route=\"{path}\"}} 1");
        assert!(text.contains(&line), "{text}");
    }
}

#[test]
fn a_search_that_takes_too_long_answers_with_what_there_is() {
    let service = Service::start(&["--search-time", "1", "--jobs", "1"]);
    let start = Instant::now();
    let answer = service.post("/v1/analyse", &json!({ "depth": 100 }));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["stopped"], true);
    let time = start.elapsed();
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn what_is_no_http_harms_nobody() {
    let service = Service::start(&[]);
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"\r\n\r\n\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /v1/eval HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/eval HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"POST /v1/eval HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = connect(service.address);
        stream.write_all(bytes).unwrap();
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut rest = Vec::new();
        match stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
        }
        let text = String::from_utf8_lossy(&rest);
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 4"), "{text}");
    }
    let mut stream = connect(service.address);
    let huge = format!(
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
        "a".repeat(1 << 20)
    );
    let _ = stream.write_all(huge.as_bytes());
    if let Ok(answer) = read_answer(&mut stream) {
        assert_eq!(answer.status, 431);
    }
    assert_eq!(service.get("/healthz").status, 200);
}
