//! Files that are not networks, or not whole: one clear error, and bounded memory.

use super::game;
use plumb_maia::{Network, NetworkError};
use plumb_testing::network::{Invented, MAIA, bytes, file, fixed};
use plumb_testing::packed::gzip;
use proptest::prelude::*;

fn error(file: &[u8]) -> String {
    let error = Network::read(file).err().expect("an error").to_string();
    assert!(!error.contains('\n') && error.len() < 200, "{error}");
    error
}

#[test]
fn other_files_are_not_networks() {
    assert_eq!(Network::read(b"").err(), Some(NetworkError::NotANetwork));
    for other in [&b"\0"[..], b"1. e4 e5 *", b"PK\x03\x04", b"\x0d\xc0\x01"] {
        assert_eq!(Network::read(other).err(), Some(NetworkError::NotANetwork));
        let packed = Network::read(&gzip(other)).err();
        assert_eq!(packed, Some(NetworkError::NotANetwork));
    }
    assert!(error(b"\x1f\x8b\x08rubbish").starts_with("cannot unpack the network: "));
}

#[test]
fn formats_that_maia_does_not_have_are_named() {
    let weights = Invented::new(1, 16, 1, 4).weights();
    for (field, format, words) in [
        (0, 3, "input format is 3: expected 1"),
        (2, 3, "structure is 3: expected 4"),
        (3, 1, "policy format is 1: expected 2"),
    ] {
        let mut formats = MAIA;
        formats[field] = format;
        let error = error(&file(&formats, &weights));
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_missing_part_is_named() {
    let magic = fixed(1, 0x1c0_u32.to_le_bytes());
    assert!(error(&magic).contains("no description of its format"));
    assert!(error(&file(&MAIA, b"")).contains("no input convolution"));
    let whole = Invented::new(1, 16, 2, 4);
    let mut headless = whole.weights();
    let policy = bytes(11, &[]);
    // A later field with the same number takes the place of the earlier.
    headless.extend(policy);
    assert!(error(&file(&MAIA, &headless)).contains("policy head has a layer of 0 values"));
    let mut broken = whole.weights();
    broken.extend(bytes(2, &bytes(1, &bytes(1, &bytes(3, &[0; 18])))));
    let error = error(&file(&MAIA, &broken));
    assert!(
        error.contains("residual block 3 has a layer of 9 values: expected 2304"),
        "{error}"
    );
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    for least in [f32::NAN, f32::INFINITY, f32::MIN] {
        let mut layer = fixed(1, least.to_le_bytes());
        layer.extend(fixed(2, f32::MAX.to_le_bytes()));
        layer.extend(bytes(3, &[0; 2 * 9 * 112]));
        let weights = bytes(1, &bytes(1, &layer));
        assert!(error(&file(&MAIA, &weights)).contains("input convolution has a number"));
    }
}

#[test]
fn what_unpacks_to_too_much_is_refused() {
    let error_of = |size: usize| error(&gzip(&vec![0; size]));
    assert!(error_of((16 << 20) + 1).contains("at most 16 MiB"));
    assert_eq!(error_of(16 << 20), NetworkError::NotANetwork.to_string());
    assert!(error(&vec![0; (16 << 20) + 1]).contains("at most 16 MiB"));
    // Many tiny blocks would take far more memory than the file has bytes.
    let mut weights = Invented::new(1, 1, 65, 1).weights();
    assert!(error(&file(&MAIA, &weights)).contains("at most 64 residual blocks"));
    let mut layer = fixed(2, 1.0_f32.to_le_bytes());
    layer.extend(bytes(3, &vec![0; 2 * 9 * 112 * 513]));
    weights = bytes(1, &bytes(1, &layer));
    assert!(error(&file(&MAIA, &weights)).contains("expected 1 to 512 filters"));
}

#[test]
fn a_network_that_is_cut_is_refused_wherever_it_is_cut() {
    let whole = Invented::new(1, 16, 1, 4).file();
    assert!(Network::read(&whole).is_ok());
    for length in (0..whole.len())
        .step_by(101)
        .chain(whole.len() - 20..whole.len())
    {
        error(&whole[..length]);
    }
    let packed = gzip(&whole);
    assert!(Network::read(&packed).is_ok());
    for length in (2..packed.len()).step_by(1_009) {
        error(&packed[..length]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damage_is_an_error_or_another_network(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        near_the_start in any::<bool>(),
    ) {
        let mut file = Invented::new(1, 16, 1, 4).file();
        let length = if near_the_start { 80 } else { file.len() };
        for (index, byte) in changes {
            let index = index.index(length);
            file[index] = byte;
        }
        match Network::read(&file) {
            Ok(network) => {
                prop_assert_eq!(network.probabilities(&game("", "e2e4")).len(), 20);
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut file = fixed(1, 0x1c0_u32.to_le_bytes());
        file.extend(rest);
        prop_assert!(Network::read(&file).is_err());
    }
}
