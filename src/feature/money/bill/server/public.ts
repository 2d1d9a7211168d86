/** The door of bills: agreements, what a month is billed under, the bill itself, and its lines in words. */
export { accountsOf, agreementsOf, billedSpans, bookOf, partiesOf } from './account.ts';
export { accountMonths } from '../domain/span.ts';
export { doubtTextOf } from '../domain/doubt.ts';
export { itemOf, keyOfLine, nameOf, unitOf } from './lineText.ts';
export { billOfMonth, type ComputedBill, measure } from './month.ts';
export { isDoubtful } from './monthFacts.ts';
export { BILL, type BillMonthFound, billMonthsOf, type RecentBills, recentBillsOf } from './recent.ts';
