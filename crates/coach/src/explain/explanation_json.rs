//! An explanation for programs: one object, described by
//! `schemas/explain.schema.json`.

use serde::Serialize;
use serde_json::Value;

use super::claim::Claim;
use super::compared_line::ComparedLine;
use super::feature_bars::FeatureShare;
use super::gain::Gain;
use super::move_explanation::MoveExplanation;
use super::page_parts::score_view;
use super::played_line::PlayedLine;
use super::sentence::Sentence;
use plumb_chess::board::{Color, PieceKind};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};

#[derive(Serialize)]
struct View {
    fen: String,
    side_to_move: &'static str,
    outcome: Option<&'static str>,
    asked: bool,
    relation: Option<&'static str>,
    explained: Option<LineView>,
    best: Option<LineView>,
    second: Option<LineView>,
    sentences: Vec<SentenceView>,
    nodes: u64,
    stopped: bool,
}

#[derive(Serialize)]
struct LineView {
    r#move: String,
    san: String,
    score: Value,
    depth: u32,
    line: MovesView,
    end: EndView,
}

#[derive(Serialize)]
struct MovesView {
    fen: String,
    moves: Vec<String>,
    san: String,
}

#[derive(Serialize)]
struct EndView {
    fen: String,
    white_cp: i32,
    features: Vec<FeatureView>,
}

#[derive(Serialize)]
struct FeatureView {
    feature: &'static str,
    title: &'static str,
    white_cp: i32,
}

#[derive(Serialize)]
struct SentenceView {
    topic: &'static str,
    text: String,
    lines: Vec<MovesView>,
    claims: Vec<LineClaimView>,
}

#[derive(Serialize)]
struct LineClaimView {
    line: usize,
    #[serde(flatten)]
    claim: ClaimView,
}

#[derive(Serialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
enum ClaimView {
    Stands {
        ply: usize,
        square: String,
        piece: char,
    },
    Attacks {
        ply: usize,
        from: String,
        to: String,
    },
    Behind {
        ply: usize,
        slider: String,
        front: String,
        back: String,
    },
    Checks {
        ply: usize,
        from: String,
    },
    IsNotInCheck {
        ply: usize,
    },
    Gains {
        side: &'static str,
        pawns: i32,
        words: String,
        taken: MenView,
        given: MenView,
        promoted: MenView,
        settlement: Vec<String>,
    },
    GainsNothing {
        side: &'static str,
    },
    Mates {
        side: &'static str,
        moves: usize,
    },
    Stalemates,
    AddsUp {
        parts_cp: Vec<i32>,
        rest_cp: i32,
        whole_cp: i32,
    },
}

#[derive(Serialize)]
struct MenView {
    pawns: u32,
    knights: u32,
    bishops: u32,
    rooks: u32,
    queens: u32,
}

impl From<[u32; 5]> for MenView {
    fn from(men: [u32; 5]) -> MenView {
        let of = |kind: PieceKind| men[kind.index()];
        MenView {
            pawns: of(PieceKind::Pawn),
            knights: of(PieceKind::Knight),
            bishops: of(PieceKind::Bishop),
            rooks: of(PieceKind::Rook),
            queens: of(PieceKind::Queen),
        }
    }
}

fn side_key(side: Color) -> &'static str {
    side.fold("white", "black")
}

impl MoveExplanation {
    /// One JSON object on one line, moves in coordinates of this style.
    pub fn to_json(&self, castling: CastlingStyle) -> Result<String, String> {
        let compared = |line: &ComparedLine| LineView {
            r#move: to_uci_move(line.line.start(), line.mv, castling),
            san: line.san.clone(),
            score: score_view(line.score.value()),
            depth: line.depth,
            line: moves_view(&line.line, castling),
            end: end_view(line),
        };
        let comparison = self.comparison.as_ref();
        let view = View {
            fen: self.fen.clone(),
            side_to_move: side_key(self.side),
            outcome: self.outcome.map(Into::into),
            asked: self.is_asked,
            relation: comparison.map(|one| one.relation.into()),
            explained: comparison.map(|one| compared(&one.explained)),
            best: comparison.map(|one| compared(&one.best)),
            second: comparison.and_then(|one| one.second.as_ref().map(compared)),
            sentences: self
                .sentences
                .iter()
                .map(|sentence| sentence_view(sentence, castling))
                .collect(),
            nodes: self.nodes,
            stopped: self.is_stopped,
        };
        serde_json::to_string(&view).map_err(|error| error.to_string())
    }
}

fn moves_view(line: &PlayedLine, castling: CastlingStyle) -> MovesView {
    let plies = line.positions().iter().zip(line.moves());
    MovesView {
        fen: to_fen(line.start(), FenStyle::XFen),
        moves: plies
            .map(|(position, &mv)| to_uci_move(position, mv, castling))
            .collect(),
        san: line.san(),
    }
}

fn end_view(line: &ComparedLine) -> EndView {
    let shares = FeatureShare::all(&line.end.account);
    let feature = |share: &FeatureShare| FeatureView {
        feature: share.key(),
        title: share.title(),
        white_cp: share.white_cp,
    };
    EndView {
        fen: line.end.fen.clone(),
        white_cp: line.end.account.total_cp,
        features: shares.iter().map(feature).collect(),
    }
}

fn sentence_view(sentence: &Sentence, castling: CastlingStyle) -> SentenceView {
    let lines = &sentence.lines;
    let claims = sentence.claims.iter().filter_map(|one| {
        let line = lines.get(one.line)?;
        let claim = claim_view(&one.claim, line, castling);
        Some(LineClaimView {
            line: one.line,
            claim,
        })
    });
    SentenceView {
        topic: sentence.topic.into(),
        text: sentence.text.clone(),
        lines: lines
            .iter()
            .map(|line| moves_view(line, castling))
            .collect(),
        claims: claims.collect(),
    }
}

fn claim_view(claim: &Claim, line: &PlayedLine, castling: CastlingStyle) -> ClaimView {
    match claim {
        Claim::Stands { ply, square, piece } => ClaimView::Stands {
            ply: *ply,
            square: square.to_string(),
            piece: piece.to_char(),
        },
        Claim::Attacks { ply, from, to } => ClaimView::Attacks {
            ply: *ply,
            from: from.to_string(),
            to: to.to_string(),
        },
        Claim::Behind {
            ply,
            slider,
            front,
            back,
        } => ClaimView::Behind {
            ply: *ply,
            slider: slider.to_string(),
            front: front.to_string(),
            back: back.to_string(),
        },
        Claim::Checks { ply, from } => ClaimView::Checks {
            ply: *ply,
            from: from.to_string(),
        },
        Claim::IsNotInCheck { ply } => ClaimView::IsNotInCheck { ply: *ply },
        Claim::Gains { gain, settlement } => {
            let Gain {
                side,
                taken,
                given,
                promoted,
                pawns,
                ..
            } = *gain;
            ClaimView::Gains {
                side: side_key(side),
                pawns,
                words: gain.words(),
                taken: taken.into(),
                given: given.into(),
                promoted: promoted.into(),
                settlement: moves_view(&PlayedLine::new(line.end(), settlement), castling).moves,
            }
        }
        Claim::GainsNothing { side } => ClaimView::GainsNothing {
            side: side_key(*side),
        },
        Claim::Mates { side, moves } => ClaimView::Mates {
            side: side_key(*side),
            moves: *moves,
        },
        Claim::Stalemates => ClaimView::Stalemates,
        Claim::AddsUp {
            parts_cp,
            rest_cp,
            whole_cp,
        } => ClaimView::AddsUp {
            parts_cp: parts_cp.clone(),
            rest_cp: *rest_cp,
            whole_cp: *whole_cp,
        },
    }
}
