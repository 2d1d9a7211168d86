/** The door of bills: the accounts of an enterprise, and what its months came to. */
export { accountsOf } from './account.ts';
export { usedWellAt } from './usedWell.ts';
export { BILL, type BillMonthFound, billMonthsOf, type RecentBills, recentBillsOf } from './recent.ts';
