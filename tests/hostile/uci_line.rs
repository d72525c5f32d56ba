//! Any bytes, read as a UCI command and as a UCI reply, make no panic; and what
//! was read, written again, is read the same.

use plumb::protocol::{UciCommand, UciReply, clean_line, detect};

pub fn check(bytes: &[u8]) {
    let line = clean_line(bytes);
    detect(&line);
    if let Ok(Some(mut command)) = UciCommand::parse(&line) {
        let tidy = command.to_string();
        // Words that `go` does not know are told, but not rendered.
        if let UciCommand::Go(go) = &mut command {
            go.ignored.clear();
            go.problems.clear();
        }
        assert_eq!(UciCommand::parse(&tidy), Ok(Some(command)), "{tidy:?}");
    }
    if let Ok(Some(reply)) = UciReply::parse(&line) {
        let _ = reply.to_string();
    }
}
