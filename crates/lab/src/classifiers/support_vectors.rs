//! Support vector machines: a decision value for each vector, above 0 on the class's side.

use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::svm::Kernels;
use smartcore::svm::svc::{SVC, SVCParameters};

/// A kernel: how alike two vectors are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kernel {
    /// x·y.
    Linear,
    /// (γ x·y)^degree.
    Polynomial {
        /// The exponent.
        degree: u32,
        /// What x·y is multiplied by.
        gamma: f64,
    },
    /// exp(-γ |x - y|²).
    Radial {
        /// How quickly likeness ends with distance.
        gamma: f64,
    },
}

/// The decision values of `tested` by a machine fitted to `vectors`, of which `is_class` says
/// which are to have values above 0. An error is the library's.
pub fn decisions(
    vectors: &[Vec<f64>],
    is_class: &[bool],
    tested: &[Vec<f64>],
    kernel: Kernel,
    cost: f64,
) -> Result<Vec<f64>, String> {
    let matrix = |rows: &[Vec<f64>]| {
        DenseMatrix::from_2d_vec(&rows.to_vec()).map_err(|error| error.to_string())
    };
    // The library takes no more features of its first examples than there are examples.
    let (count, width) = (vectors.len(), vectors.first().map_or(0, Vec::len));
    if count < width {
        return Err(format!("{count} examples are too few for {width} features"));
    }
    let (x, tested) = (matrix(vectors)?, matrix(tested)?);
    let y: Vec<i32> = is_class.iter().map(|&is| if is { 1 } else { -1 }).collect();
    let kernel = match kernel {
        Kernel::Linear => Kernels::linear(),
        Kernel::Polynomial { degree, gamma } => Kernels::polynomial()
            .with_degree(f64::from(degree))
            .with_gamma(gamma)
            .with_coef0(0.0),
        Kernel::Radial { gamma } => Kernels::rbf().with_gamma(gamma),
    };
    let parameters = SVCParameters::default()
        .with_c(cost)
        .with_kernel(kernel)
        .with_seed(Some(1));
    let machine = SVC::fit(&x, &y, &parameters).map_err(|error| error.to_string())?;
    machine
        .decision_function(&tested)
        .map_err(|error| error.to_string())
}
