use super::super::test_chains::*;
use super::*;

#[test]
fn both_figures_are_those_of_arviz() {
    // arviz.rhat of ArviZ 0.23.4, methods "split" and "rank"; of one chain, which it refuses,
    // the functions that these call.
    let table = [
        (
            independent(),
            0.997_031_476_423_335,
            0.998_548_761_084_605_7,
        ),
        (
            autocorrelated(),
            1.049_890_988_796_393_9,
            1.049_280_452_298_602_6,
        ),
        (shifted(), 1.168_032_220_360_771_8, 1.163_205_782_207_361_4),
        (wider(), 0.996_339_601_217_979, 1.151_085_770_999_054_3),
        (ties(), 0.996_634_287_229_119_6, 0.996_521_961_330_126),
        (short(), 1.136_932_025_617_688, 1.091_384_928_237_679),
        (one(), 1.124_499_480_761_575_6, 1.120_557_905_001_512_2),
        (zigzag(), 0.992_304_677_092_127_2, 1.015_750_001_663_541_5),
        (
            indicator(),
            1.040_092_998_077_858_4,
            1.040_092_998_077_858_4,
        ),
        (fewest(), 0.718_103_685_812_443, 2.355_611_168_006_431),
    ];
    for (index, (chains, split, rank)) in table.into_iter().enumerate() {
        let ours = (split_rhat(&chains).unwrap(), rank_rhat(&chains).unwrap());
        assert!((ours.0 - split).abs() < 1e-12, "{index}: {ours:?} {split}");
        assert!((ours.1 - rank).abs() < 1e-11, "{index}: {ours:?} {rank}");
    }
}

#[test]
fn halves_by_hand() {
    // The halves 1, 3 and 2, 6 (5 is the middle draw): variances 2 and 8, so W = 5; means 2 and
    // 4, so V = 2; √((½ · 5 + 2)/5).
    let chain = vec![1.0, 3.0, 5.0, 2.0, 6.0];
    assert!((split_rhat(&[chain]).unwrap() - 0.9f64.sqrt()).abs() < 1e-15);
}

#[test]
fn chains_without_a_figure_say_why() {
    let refusals = |chains: &[Vec<f64>]| {
        let both = [split_rhat(chains), rank_rhat(chains)];
        both.map(|figure| figure.unwrap_err().to_string())
    };
    let chain = numbers(1, 10);
    for (chains, message) in [
        (vec![], "no chains: expected at least one"),
        (
            vec![vec![1.0, 2.0, 3.0]; 2],
            "a chain of 3 draws: expected at least 4",
        ),
        (
            vec![chain.clone(), numbers(2, 9)],
            "chains of 10 and 9 draws: expected equal lengths",
        ),
        (
            vec![chain.clone(), vec![f64::NAN; 10]],
            "a draw is not a finite number",
        ),
        // 0.1 has no exact mean: rounding must not look like variation.
        (
            vec![vec![0.1; 7], vec![0.3; 7]],
            "the draws do not vary within any half of a chain",
        ),
    ] {
        assert_eq!(refusals(&chains), [message; 2]);
    }
    assert_eq!(
        split_rhat(&[vec![f64::MAX, f64::MIN, 0.0, 0.0]]),
        Err(NoRhat::NotFinite)
    );
}

#[test]
fn draws_on_both_sides_of_the_median_agree_unless_their_distances_differ() {
    let equally = vec![vec![0.0, 1.0, 1.0, 0.0]; 2];
    assert!(rank_rhat(&equally).unwrap() < 1.0);
    // Within no half do the distances vary, but between them.
    let unlike = vec![vec![-1.0, 1.0, 1.0, -1.0], vec![-3.0, 3.0, 3.0, -3.0]];
    assert!(split_rhat(&unlike).is_ok());
    assert_eq!(rank_rhat(&unlike), Err(NoRhat::NoVariation));
}

#[test]
fn equal_draws_share_a_rank() {
    // Of four ranks, 1, 2½, 2½ and 4.
    let scores = normal_scores(&[vec![0.0, -1.0], vec![-0.0, 7.0]]).concat();
    let expected = [0.5, 0.625 / 4.25, 0.5, 3.625 / 4.25].map(normal_quantile);
    assert_eq!(scores, expected);
}
