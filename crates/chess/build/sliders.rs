//! Writes the slider attack tables as Rust, and decides how those are indexed.
//!
//! With PEXT (one instruction on Intel since Haswell and AMD since Zen 3) when
//! building for the machine at hand and it is fast there; with magic
//! multiplication everywhere else, portable binaries included: on AMD's Zen 1
//! and 2 PEXT is microcode and far slower than a multiplication.

use std::{env, fmt::Write as _};

use super::write_source;

type Directions = [(i32, i32); 4];
const BISHOP: Directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK: Directions = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Writes `sliders.rs`, and sets `cfg(pext)` where that instruction is used.
pub fn write_sliders() {
    println!("cargo::rustc-check-cfg=cfg(pext)");
    let pext = pext_is_fast();
    if pext {
        println!("cargo::rustc-cfg=pext");
    }

    let mut table: Vec<u64> = Vec::new();
    let mut source = String::new();
    for (name, directions, magics) in [
        ("BISHOP_ENTRIES", BISHOP, BISHOP_MAGICS),
        ("ROOK_ENTRIES", ROOK, ROOK_MAGICS),
    ] {
        writeln!(source, "static {name}: [SliderEntry; 64] = [").unwrap();
        for (square, magic) in magics.into_iter().enumerate() {
            let offset = table.len();
            let mask = blocker_mask(square, &directions);
            fill(&mut table, square, &directions, mask, magic, pext);
            let shift = 64 - mask.count_ones();
            if pext {
                writeln!(source, "    SliderEntry {{ mask: {mask:#x}, offset: {offset} }},")
            } else {
                writeln!(
                    source,
                    "    SliderEntry {{ mask: {mask:#x}, magic: {magic:#x}, offset: {offset}, shift: {shift} }},"
                )
            }
            .unwrap();
        }
        source.push_str("];\n");
    }
    writeln!(
        source,
        "static SLIDER_ATTACKS: [u64; {}] = {table:#x?};",
        table.len()
    )
    .unwrap();
    write_source("sliders.rs", &source);
}

/// Adds the attack sets of every blocker arrangement on `square`'s rays.
fn fill(
    table: &mut Vec<u64>,
    square: usize,
    directions: &Directions,
    mask: u64,
    magic: u64,
    pext: bool,
) {
    let offset = table.len();
    let bits = mask.count_ones();
    table.resize(offset + (1 << bits), 0);
    let mut blockers = 0_u64;
    let mut rank_in_order = 0;
    loop {
        // Subsets come in the order in which PEXT numbers them.
        let index = if pext {
            rank_in_order
        } else {
            (blockers.wrapping_mul(magic) >> (64 - bits)) as usize
        };
        let attacks = ray_attacks(square, blockers, directions);
        let slot = &mut table[offset + index];
        assert!(
            pext || *slot == 0 || *slot == attacks,
            "a magic of square {square} collides"
        );
        *slot = attacks;
        rank_in_order += 1;
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            break;
        }
    }
}

fn on_board(file: i32, rank: i32) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn ray_attacks(square: usize, blockers: u64, directions: &Directions) -> u64 {
    let mut attacks = 0;
    for &(file_step, rank_step) in directions {
        let (mut file, mut rank) = (square as i32 % 8 + file_step, square as i32 / 8 + rank_step);
        while on_board(file, rank) {
            let bit = 1_u64 << (rank * 8 + file);
            attacks |= bit;
            if blockers & bit != 0 {
                break;
            }
            file += file_step;
            rank += rank_step;
        }
    }
    attacks
}

/// The squares whose occupation matters: the rays without their last square.
fn blocker_mask(square: usize, directions: &Directions) -> u64 {
    let mut mask = 0;
    for &(file_step, rank_step) in directions {
        let (mut file, mut rank) = (square as i32 % 8 + file_step, square as i32 / 8 + rank_step);
        while on_board(file + file_step, rank + rank_step) {
            if on_board(file, rank) {
                mask |= 1_u64 << (rank * 8 + file);
            }
            file += file_step;
            rank += rank_step;
        }
    }
    mask
}

/// True for a build on and for this very machine, where PEXT is in hardware.
fn pext_is_fast() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let native = flags
        .split('\u{1f}')
        .any(|flag| flag.ends_with("target-cpu=native"));
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    native && features.split(',').any(|feature| feature == "bmi2") && !host_pext_is_microcode()
}

#[cfg(target_arch = "x86_64")]
fn host_pext_is_microcode() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
    // AMD family 17h is Zen 1 and 2; its Chinese twin 18h is Zen 1.
    amd && family < 0x19 || vendor.ebx == 0x6f67_7948
}

#[cfg(not(target_arch = "x86_64"))]
fn host_pext_is_microcode() -> bool {
    true
}

// Found by a search over sparse random numbers (xorshift64*, seed
// 0x5eedcafe12345678); `fill` refuses a magic that does not work.
#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x0240025800410240, 0x0020081101082000, 0x23086e8c04802010, 0x00882a026080002a,
    0x51060a1010008c0a, 0x0002080404200000, 0x7800880c4a600001, 0x4000110088200804,
    0x000020a204214400, 0x500ba02400808903, 0x0090488084008000, 0x2000280491060830,
    0x0408040420c00400, 0x0100020803088100, 0x10000a00c2201000, 0x020c010098010880,
    0x0060048404648811, 0x0420224204440080, 0x0210028100408100, 0x2404020844000825,
    0x16210048200804c0, 0x0146800c10041100, 0x0010802110901100, 0x10c444210400cc04,
    0x84824a0420081044, 0x088220005b440414, 0x00088810100b4410, 0x0802080404004008,
    0x00a0840000802001, 0x0014010118090120, 0x0840d10500880800, 0x0011c84041041630,
    0xa002202008110202, 0x0081105000030400, 0x0a02080400020021, 0x0000020080080080,
    0x0040010805010040, 0x8122100040020810, 0x4002080608124220, 0x8014010042020840,
    0x4108521030008448, 0x0501110120001000, 0x0800496804004800, 0x01004a0124001208,
    0x1420680208210400, 0x2130202083000020, 0x4610504080800110, 0x1018180440400480,
    0xc0004a0814400024, 0x8051010090040000, 0x0000cc5200900020, 0x4002040084040204,
    0x5000024002821000, 0x000460201c48c000, 0x0442020802088181, 0x4005392a02020210,
    0x2001004044208800, 0x4210102908421000, 0x0000020480480805, 0x1980021010420220,
    0x0004600111020200, 0x08008212a0014900, 0x0400202830008090, 0x0010220801242200,
];
#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x2200108102002040, 0x0040200010004004, 0x0080200080100008, 0x8300100100182064,
    0x2200042008100200, 0x4080040002000180, 0x0480008001002200, 0x0e00002704004282,
    0x8141802240008008, 0x0840400020100040, 0x5000808010002000, 0x0040801000800800,
    0x0808800800808400, 0x2008010820900440, 0x0202000841920024, 0x1206000406844603,
    0x0080004000402000, 0x8020004010002042, 0x0000410011042000, 0x0002720009402200,
    0xb040110008010004, 0x0200808004000200, 0x8002240050081112, 0x0220020000a10044,
    0x0040400080208000, 0x1080200040005000, 0x8008100680200080, 0x1030004040080400,
    0x0348010900050010, 0x0001000900040002, 0x0005009900040a00, 0x6200188200140945,
    0x0080002000400040, 0x8280201000400042, 0x0000825002802000, 0x1010800800801000,
    0x2240800800800400, 0x0000040080800200, 0x00c4021084000801, 0x0000008c02001445,
    0x0018e14000808010, 0x0210004020004000, 0x0000100020008080, 0x8400080010008080,
    0x8380040008008080, 0x0002008410820008, 0x00804211100400b8, 0x0140510040920014,
    0x0800800100402100, 0x0000400020128c80, 0x00841c2001004100, 0x0010008210080280,
    0x2842800802040080, 0x3202000400800280, 0x0040011018220c00, 0x8002084406912200,
    0x0008800120451101, 0x0208400032810161, 0x0041200104089141, 0x1206001040080422,
    0x0001000800100205, 0x01090008020c0025, 0x0020100500e60804, 0x0000082441008402,
];
