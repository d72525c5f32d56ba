//! What a CECP engine says it can do, and what holds if it says nothing.

use crate::protocol::{Feature, FeatureValue, OptionDeclaration, OptionKind};

/// The features that matter to us, at first as the protocol's defaults have them.
#[derive(Clone, Debug)]
pub(super) struct Features {
    /// It said something, so it speaks version 2.
    pub(super) is_version_2: bool,
    /// It answers `ping`.
    pub(super) ping: bool,
    /// It takes `setboard`; otherwise positions go through `edit`.
    pub(super) setboard: bool,
    /// It wants moves in SAN.
    pub(super) san: bool,
    /// It wants `usermove` before moves.
    pub(super) usermove: bool,
    /// It wants `time` and `otim`.
    pub(super) time: bool,
    /// It can play more than one game.
    pub(super) reuse: bool,
    /// It wants the opponent's name.
    pub(super) name: bool,
    /// What it said of `draw`, if anything.
    pub(super) draw: Option<bool>,
    /// It knows `nps`.
    pub(super) nps: bool,
    /// It takes `memory`.
    pub(super) memory: bool,
    /// It takes `cores`.
    pub(super) smp: bool,
    /// The kinds of chess it plays; none said means all.
    pub(super) variants: Option<String>,
    /// Its own name; empty if it did not say.
    pub(super) myname: String,
    /// The options it offers.
    pub(super) options: Vec<OptionDeclaration>,
    /// `done`: 1 ends the list, 0 asks for more time than two seconds.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Self {
        Features {
            is_version_2: false,
            ping: false,
            setboard: false,
            san: false,
            usermove: false,
            time: true,
            reuse: true,
            name: false,
            draw: None,
            nps: false,
            memory: false,
            smp: false,
            variants: None,
            myname: String::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Takes one feature in; false if it is not one that we know.
    pub(super) fn take(&mut self, feature: Feature) -> bool {
        self.is_version_2 = true;
        let name = feature.name.to_ascii_lowercase();
        match feature.value {
            FeatureValue::Option(option) => self.options.push(option),
            FeatureValue::Text(text) => match name.as_str() {
                "myname" => self.myname = text,
                "variants" => self.variants = Some(text),
                "egt" => {}
                // An option of a kind that we cannot set.
                _ => return false,
            },
            FeatureValue::Number(number) => {
                let on = number != 0;
                match name.as_str() {
                    "ping" => self.ping = on,
                    "setboard" => self.setboard = on,
                    "san" => self.san = on,
                    "usermove" => self.usermove = on,
                    "time" => self.time = on,
                    "reuse" => self.reuse = on,
                    "name" => self.name = on,
                    "draw" => self.draw = Some(on),
                    "nps" => self.nps = on,
                    "memory" => self.memory = on,
                    "smp" => self.smp = on,
                    "done" => self.done = Some(on),
                    "playother" | "sigint" | "sigterm" | "analyze" | "colors" | "ics" | "pause"
                    | "debug" | "exclude" => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// Whether it plays Chess960: it must say so, for an engine that does not
    /// list its variants is a very old one.
    pub(super) fn plays_chess960(&self) -> bool {
        let variants = self.variants.as_deref().unwrap_or_default();
        variants
            .split(',')
            .any(|name| name.trim().eq_ignore_ascii_case("fischerandom"))
    }

    /// Whether it may be told who its opponent is (`computer`) and how the game
    /// ended (`result`). No feature is about these; some engines read a word that
    /// they do not know as a move and crash (Fairy-Max 5.0b indexes its board with
    /// it), and who asks for the opponent's name is of the other kind.
    pub(super) fn wants_courtesies(&self) -> bool {
        self.name
    }

    /// Whether it may be told of an offered draw. It is by default, but engines
    /// that are upset by the word do not always say so.
    pub(super) fn hears_draw_offers(&self) -> bool {
        self.draw.unwrap_or(self.name)
    }

    /// The options, and the two commands that stand for options.
    pub(super) fn all_options(&self) -> Vec<OptionDeclaration> {
        let spin = |name: &str, max| OptionDeclaration {
            name: name.to_owned(),
            kind: OptionKind::Spin {
                default: 1,
                min: 1,
                max,
            },
        };
        let mut options = self.options.clone();
        if self.memory {
            options.push(spin("memory", 1 << 24));
        }
        if self.smp {
            options.push(spin("cores", 1 << 12));
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_first_version() {
        let features = Features::default();
        assert!(features.time && features.reuse && !features.ping && !features.setboard);
        assert!(!features.plays_chess960());
    }

    #[test]
    fn features_are_taken_and_strangers_refused() {
        let mut features = Features::default();
        assert!(features.take(Feature::number("ping", 1)));
        assert!(features.take(Feature::text("variants", "normal, fischerandom")));
        assert!(!features.take(Feature::number("xedit", 1)));
        assert!(!features.take(Feature::text("option", "odd")));
        assert!(features.ping && features.plays_chess960() && features.is_version_2);
        assert!(!features.wants_courtesies() && !features.hears_draw_offers());
        assert!(features.take(Feature::number("draw", 1)));
        assert!(!features.wants_courtesies() && features.hears_draw_offers());
        assert!(features.take(Feature::number("draw", 0)));
        assert!(features.take(Feature::number("name", 1)));
        assert!(features.wants_courtesies() && !features.hears_draw_offers());
        features.memory = true;
        assert_eq!(features.all_options()[0].name, "memory");
    }
}
