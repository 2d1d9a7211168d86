/** The door of bills: agreements, what a month is billed under, the bill itself, and its lines in words. */
export { type Agreement, agreementsOf, feesOf, schemesOf } from './account.ts';
export { itemOf, unitOf } from './lineText.ts';
export { type Arrangement, billOfMonth, type ComputedBill, measure } from './month.ts';
export { isDoubtful, monthFacts } from './monthFacts.ts';
