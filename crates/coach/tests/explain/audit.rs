//! The audit of motifs: what its table says is found is found still, and nothing else is.

use plumb_chess::notation::{parse_fen, parse_san};
use plumb_coach::explain::{Motif, find_motifs_after};

const COLUMNS: &str =
    "puzzle\tlabel\tfen\tmoves\tfound\tfirst_pass\tsecond_pass\treason\tstill_found";

#[test]
fn judged_findings_are_those_of_the_detectors() {
    let table = include_str!("audit.tsv");
    let mut rows = table.lines();
    assert_eq!(rows.next(), Some(COLUMNS));
    let mut wrong = Vec::new();
    let mut agreed = 0;
    for row in rows.clone() {
        let fields: Vec<&str> = row.split('\t').collect();
        let [
            puzzle,
            label,
            fen,
            moves,
            found,
            first,
            second,
            reason,
            still,
        ] = fields[..]
        else {
            panic!("{row} has {} columns", fields.len());
        };
        for verdict in [first, second] {
            assert!(["right", "wrong", "doubtful"].contains(&verdict), "{row}");
        }
        assert!(!reason.is_empty(), "{row}");
        agreed += usize::from(first == second);

        let before = parse_fen(fen).unwrap();
        let mut position = before.clone();
        let mut line = Vec::new();
        for text in moves.split(' ') {
            let mv = parse_san(&position, text).unwrap();
            position = position.play(mv);
            line.push(mv);
        }
        let findings = find_motifs_after(&before, line[0], &line[1..]);
        let stands_for = |motif: Motif| motif.theme().unwrap_or(motif.key()) == label;
        assert!(Motif::ALL.iter().any(|&motif| stands_for(motif)), "{row}");
        let is_found = findings.iter().any(|finding| stands_for(finding.motif));
        if is_found != (still == "yes") {
            wrong.push(format!("{puzzle} {label} {found}: found {is_found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What docs/explain_motifs.md says of it.
    assert_eq!((rows.count(), agreed), (617, 608));
}
