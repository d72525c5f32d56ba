//! Any bytes, read as a CECP command, as a line of edit mode and as a CECP
//! reply, make no panic; and what a GUI sent, written again, is read the same.

use plumb::protocol::{CecpCommand, CecpReply, EditLine, clean_line, detect};

pub fn check(bytes: &[u8]) {
    let line = clean_line(bytes);
    detect(&line);
    if let Ok(Some(command)) = CecpCommand::parse(&line) {
        let tidy = command.to_string();
        let again = CecpCommand::parse(&tidy);
        // A level is written in whole seconds.
        let is_rounded = matches!(command, CecpCommand::Level(_)) && matches!(again, Ok(Some(_)));
        assert!(is_rounded || again == Ok(Some(command)), "{tidy:?}");
    }
    if let Ok(Some(edit)) = EditLine::parse(&line) {
        let tidy = edit.to_string();
        assert_eq!(EditLine::parse(&tidy), Ok(Some(edit)), "{tidy:?}");
    }
    if let Ok(Some(reply)) = CecpReply::parse(&line) {
        let _ = reply.to_string();
    }
}
