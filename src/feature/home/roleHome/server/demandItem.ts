import type { Subject } from '#feature/meters/subject/contract.ts';
import type { RecentBills } from '#feature/money/bill/server/public.ts';
import type { Attention, MonthDemand } from '../contract.ts';
import { PLAIN } from '../domain/attention.ts';

/** From this share of its limit on a demand is worth attention. */
const NEAR = 0.95;

/**
 * A demand near its limit or above it, with what it costs: what is paid above the contract demand this month, else what
 * one more kW costs a month. A capacity has no price of its own.
 */
export function demandItem(
  { month, limit, share }: MonthDemand,
  { orgId, name }: Subject,
  bills: readonly { readonly orgId: number; readonly recent: RecentBills }[],
): Attention | null {
  if (!limit || share === null || share < NEAR || !month?.maximum) return null;
  const own = bills.filter((one) => one.orgId === orgId);
  const rows = own.length === 1 ? (own[0]?.recent.running?.view?.rows ?? []) : [];
  const of = (part: string) => rows.filter(({ key }) => key.startsWith(part));
  const over = of('over');
  const paid = over.reduce((fen, { amount }) => fen + Math.round(amount * 100), 0) / 100;
  const each = of('actual').at(-1)?.price ?? null;
  const declared = of('contract').at(-1)?.price ?? null;
  // Above 1.05 of what is declared a kW costs twice its price.
  const kW = each ?? (declared === null ? null : declared * 2);
  const amount = over.length > 0 ? paid : kW;
  return {
    ...PLAIN,
    kind: 'demand',
    name,
    at: month.maximum.from,
    value: month.maximum.value,
    limit,
    month: month.month,
    amount,
    of: amount === null ? null : over.length > 0 ? 'overDemand' : 'perKw',
    why: amount === null ? 'bill' : null,
  };
}
