//! Wrong values, told as FastAPI tells them: where, what, and of which sort.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::problem::{FieldError, Mistake, Problem};

/// A refusal: of wrong values in FastAPI's form, of all else as everywhere.
pub(super) fn refusal(problem: Problem) -> Response {
    if problem.errors().is_empty() {
        return problem.into_response();
    }
    let detail: Vec<Value> = problem.errors().iter().map(error).collect();
    let body = format!("{}\n", json!({ "detail": detail }));
    let content_type = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::UNPROCESSABLE_ENTITY, content_type, body).into_response()
}

fn error(error: &FieldError) -> Value {
    let kind = match error.mistake {
        Mistake::Wrong => "value_error",
        Mistake::Missing => "missing",
        Mistake::Unknown => "extra_forbidden",
    };
    json!({ "loc": place(&error.pointer), "msg": error.detail, "type": kind })
}

/// A JSON pointer as a list: names are texts, places in an array are numbers.
fn place(pointer: &str) -> Vec<Value> {
    let mut place = vec![json!("body")];
    for token in pointer.split('/').skip(1) {
        place.push(match token.parse::<u64>() {
            Ok(index) => json!(index),
            Err(_) => json!(token.replace("~1", "/").replace("~0", "~")),
        });
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_become_places() {
        assert_eq!(place(""), [json!("body")]);
        let expected = [json!("body"), json!("moves_uci"), json!(3)];
        assert_eq!(place("/moves_uci/3"), expected);
        assert_eq!(place("/a~1b~0"), [json!("body"), json!("a/b~")]);
    }
}
