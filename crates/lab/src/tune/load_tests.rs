use super::super::test_positions::positions;
use super::*;
use plumb_engine::eval::{Setting, Term};

fn labelling(result_weight: f32) -> Labelling {
    Labelling {
        scale_cp: 220.0,
        result_weight,
        resolution: Resolution::Quiescence,
        limit: None,
    }
}

fn loader(stop: &Arc<AtomicBool>, result_weight: f32) -> Loader<'_> {
    Loader {
        labelling: labelling(result_weight),
        weights: Arc::new(Weights::embedded()),
        threads: 1,
        stop,
    }
}

fn labelled(eval: Option<Label>, result: Option<f32>) -> LabelledPosition {
    LabelledPosition {
        position: Position::start(),
        result,
        eval,
        group: 0,
        line: 1,
    }
}

#[test]
fn a_disagreement_is_refused() {
    let stop = Arc::new(AtomicBool::new(false));
    let loader = loader(&stop, 0.0);
    let mut packer = Packer::new(&loader);
    let position = &positions(10, 1)[9];
    let mut samples = Samples::default();
    packer
        .add(position, 0.5, 1.0, &mut samples)
        .expect("they agree");
    assert_eq!(samples.len(), 1);

    // An evaluator that plays with another tempo.
    let mut other = Weights::embedded();
    other.set_setting(Setting::Tempo, 99);
    packer.resolver = Resolver::new(Arc::new(other));
    let error = packer
        .add(position, 0.5, 1.0, &mut samples)
        .expect_err("they disagree");
    let text = error.to_string();
    assert!(
        text.starts_with("account and evaluation disagree: "),
        "{text}"
    );
    assert!(text.contains(" w ") || text.contains(" b "), "{text}");

    // The same for the evaluation in real numbers.
    let mut packer = Packer::new(&loader);
    packer.parameters[2 * Term::PieceValue.offset()] += 100.0;
    packer.parameters[2 * Term::PieceValue.offset() + 1] += 100.0;
    let uneven = positions(400, 2);
    let refused = uneven
        .iter()
        .filter(|position| packer.add(position, 0.5, 1.0, &mut samples).is_err());
    assert!(refused.count() > 20);
}

#[test]
fn labels_become_targets() {
    let stop = Arc::new(AtomicBool::new(false));
    let target = |share, eval, result| {
        let loader = loader(&stop, share);
        let target = Packer::new(&loader).target(&labelled(eval, result));
        target.map(|target| (target * 1000.0).round() as i32)
    };
    assert_eq!(target(0.0, Some(Label::Cp(0)), Some(1.0)), Some(500));
    assert_eq!(target(0.0, Some(Label::Cp(220)), None), Some(731));
    assert_eq!(target(0.5, Some(Label::Cp(0)), Some(1.0)), Some(750));
    assert_eq!(target(0.5, None, Some(0.0)), Some(0));
    assert_eq!(target(0.5, Some(Label::Mate(-3)), None), Some(0));
    assert_eq!(target(0.0, Some(Label::Mate(9)), None), Some(1000));
    assert_eq!(target(0.0, Some(Label::Mate(0)), None), None);
    assert_eq!(target(0.0, None, None), None);
}
