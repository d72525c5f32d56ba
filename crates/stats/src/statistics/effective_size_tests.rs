use super::super::test_chains::*;
use super::*;

#[test]
fn both_sizes_are_those_of_arviz() {
    // arviz.ess of ArviZ 0.23.4, methods "bulk" and "mean".
    let table = [
        (independent(), 750.622_316_801_143_6, 773.550_646_684_514_3),
        (
            autocorrelated(),
            84.427_987_727_491_84,
            83.951_375_240_092_16,
        ),
        (shifted(), 18.748_285_452_419_037, 18.240_370_709_153_52),
        (wider(), 685.387_367_052_608_9, 672.504_746_300_430_2),
        (ties(), 751.989_062_099_288_5, 746.922_088_990_933_5),
        (short(), 22.594_905_091_859_506, 22.594_905_091_859_506),
        (one(), 14.733_364_375_459_548, 14.815_212_909_700_069),
        (zigzag(), 460.205_999_132_796_2, 460.205_999_132_796_2),
        (indicator(), 127.712_724_319_848_79, 127.712_724_319_848_83),
        (fewest(), 7.224_719_895_935_548, 7.224_719_895_935_548),
        // The last pair of lags is positive, and its even one negative.
        (
            vec![numbers(8, 13), numbers(9, 13)],
            26.383_211_423_345_52,
            30.758_777_845_047_82,
        ),
    ];
    for (index, (chains, bulk, plain)) in table.into_iter().enumerate() {
        let ours = (bulk_ess(&chains).unwrap(), plain_ess(&chains).unwrap());
        assert!(
            (ours.0 / bulk - 1.0).abs() < 1e-11,
            "{index}: {ours:?} {bulk}"
        );
        assert!(
            (ours.1 / plain - 1.0).abs() < 1e-11,
            "{index}: {ours:?} {plain}"
        );
    }
}

#[test]
fn what_never_varies_has_no_size() {
    let stuck = vec![vec![0.1; 9], vec![0.7; 9]];
    assert_eq!(bulk_ess(&stuck), Err(NoRhat::NoVariation));
    assert_eq!(plain_ess(&[vec![0.1; 9]]), Err(NoRhat::NoVariation));
    assert_eq!(bulk_ess(&[]), Err(NoRhat::NoChains));
    let few = plain_ess(&[vec![1.0, 2.0]]);
    assert_eq!(few, Err(NoRhat::TooFewDraws { draws: 2 }));
}

#[test]
fn ranks_do_not_see_how_far_a_draw_is() {
    let chains = independent();
    let mut far = chains.clone();
    for draw in far.iter_mut().flatten() {
        *draw = libm::exp(40.0 * *draw);
    }
    assert_eq!(bulk_ess(&chains), bulk_ess(&far));
    assert_ne!(plain_ess(&chains), plain_ess(&far));
}
