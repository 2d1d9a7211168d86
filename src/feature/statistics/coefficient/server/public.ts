/** The door of the coefficients: what an energy is worth in standard coal and carbon dioxide. */
export {
  type EnergyStretch,
  type Equivalent,
  equivalentsOf,
  type Factors,
  factorNumber,
  factorsOf,
  kilograms,
} from './factorsOf.ts';
export { worthOfEach } from './worthOfEach.ts';
export { shipFactors } from './shipFactors.ts';
