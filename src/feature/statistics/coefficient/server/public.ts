/** The door of the coefficients: the equivalent of an energy in standard coal and carbon dioxide. */
export { type Equivalent, equivalentsOf, type Factors, factorsOf, kilograms } from './factorsOf.ts';
export { stepAt } from '../domain/factor.ts';
export {
  isEquivalent,
  sumEquivalent,
  EQUIVALENT_COLUMNS,
  equivalentCells,
  equivalentFigures,
  equivalentOf,
} from './equivalent.ts';
export { equivalentOfEach } from './equivalentOfEach.ts';
export { shipFactors } from './shipFactors.ts';
