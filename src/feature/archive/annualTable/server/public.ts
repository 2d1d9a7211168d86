/** The door of the annual table. */
export { annualTable } from './annualTable.ts';
