/** What is believed of one parameter before the data: normal, mean and spread. */
export interface Prior {
  readonly mean: number;
  readonly spread: number;
}

/** The sums of squares and products of a weighted linear model with `size` parameters. */
export class Squares {
  readonly size: number;
  readonly #a: Float64Array;
  readonly #b: Float64Array;
  #yy = 0;

  constructor(size: number) {
    this.size = size;
    this.#a = new Float64Array(size * size);
    this.#b = new Float64Array(size);
  }

  /** One observation `y` = Σ x·θ with the weight 1 / variance. */
  add(x: readonly number[], y: number, weight: number): void {
    const { size } = this;
    for (let i = 0; i < size; i++) {
      const xi = (x[i] ?? 0) * weight;
      if (xi === 0) continue;
      this.#b[i] = (this.#b[i] ?? 0) + xi * y;
      for (let j = 0; j < size; j++) this.#a[i * size + j] = (this.#a[i * size + j] ?? 0) + xi * (x[j] ?? 0);
    }
    this.#yy += weight * y * y;
  }

  /**
   * Posterior means and spreads, and the logarithm of the evidence but for what does not depend on the model
   * (Bayesian linear regression with known noise: Bishop, Pattern Recognition and Machine Learning, 3.3 and 3.5).
   */
  solve(priors: readonly Prior[]): { means: number[]; spreads: number[]; evidence: number } {
    const n = this.size;
    const a = Float64Array.from(this.#a);
    const b = Float64Array.from(this.#b);
    let fit = this.#yy;
    let logPrior = 0;
    priors.forEach(({ mean, spread }, i) => {
      const precision = 1 / (spread * spread);
      a[i * n + i] = (a[i * n + i] ?? 0) + precision;
      b[i] = (b[i] ?? 0) + precision * mean;
      fit += precision * mean * mean;
      logPrior += Math.log(precision);
    });
    const { inverse, logDeterminant } = inverted(a, n);
    const means = Array.from({ length: n }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += (inverse[i * n + j] ?? 0) * (b[j] ?? 0);
      return sum;
    });
    const explained = means.reduce((sum, mean, i) => sum + mean * (b[i] ?? 0), 0);
    return {
      means,
      spreads: means.map((_, i) => Math.sqrt(Math.max(0, inverse[i * n + i] ?? 0))),
      evidence: (explained - fit + logPrior - logDeterminant) / 2,
    };
  }
}

/** Inverse and logarithm of the determinant of a symmetric positive definite matrix (Gauss–Jordan, scaled). */
function inverted(matrix: Float64Array, n: number): { inverse: Float64Array; logDeterminant: number } {
  // Parameters have very different sizes: scaled to a diagonal of ones, the elimination keeps its digits.
  const scale = Array.from({ length: n }, (_, i) => 1 / Math.sqrt(matrix[i * n + i] ?? 1));
  const a = Array.from({ length: n }, (_, i) =>
    Array.from({ length: 2 * n }, (_unused, j) =>
      j < n ? (matrix[i * n + j] ?? 0) * (scale[i] ?? 1) * (scale[j] ?? 1) : Number(j - n === i),
    ),
  );
  let logDeterminant = -2 * scale.reduce((sum, s) => sum + Math.log(s), 0);
  for (let k = 0; k < n; k++) {
    const row = a[k] ?? [];
    const pivot = Math.max(row[k] ?? 0, 1e-14);
    logDeterminant += Math.log(pivot);
    for (let j = 0; j < 2 * n; j++) row[j] = (row[j] ?? 0) / pivot;
    a.forEach((other, i) => {
      const factor = other[k] ?? 0;
      if (i === k || factor === 0) return;
      for (let j = 0; j < 2 * n; j++) other[j] = (other[j] ?? 0) - factor * (row[j] ?? 0);
    });
  }
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) inverse[i * n + j] = (a[i]?.[n + j] ?? 0) * (scale[i] ?? 1) * (scale[j] ?? 1);
  return { inverse, logDeterminant };
}
