/** The door of the coefficients: what an energy is worth in standard coal and carbon dioxide. */
export {
  
  type Equivalent,
  equivalentsOf,
  type Factors,
  
  factorsOf,
  kilograms,
} from './factorsOf.ts';
export { stepAt } from '../domain/factor.ts';
export { isWorth, sumWorth, WORTH_COLUMNS, worthCells, worthFigures, worthOf } from './worth.ts';
export { worthOfEach } from './worthOfEach.ts';
export { shipFactors } from './shipFactors.ts';
