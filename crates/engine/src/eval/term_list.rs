//! Every term and setting with its sentence, as the documentation prints them.

use super::terms::{Group, Term};
use super::weights::Setting;

/// All terms by group, then the stages' settings, in Markdown. The list in
/// `docs/evaluation.md` is this text.
pub fn term_list() -> String {
    let mut text = String::new();
    for &group in Group::ALL {
        let title = group.title();
        text.push_str(&format!(
            "### {title}\n\n| term | weights | |\n|---|---|---|\n"
        ));
        for &term in Term::ALL.iter().filter(|term| term.group() == group) {
            let (path, slots, sentence) = (term.path(), term.slots(), term.sentence());
            text.push_str(&format!("| `{path}` | {slots} | {sentence} |\n"));
        }
        text.push('\n');
    }
    text.push_str("### Settings of the stages\n\n| setting | values | |\n|---|---|---|\n");
    for &setting in Setting::ALL {
        let (least, most) = setting.range();
        let (key, sentence) = (setting.key(), setting.sentence());
        text.push_str(&format!(
            "| `stages.{key}` | {least} to {most} | {sentence} |\n"
        ));
    }
    text
}
