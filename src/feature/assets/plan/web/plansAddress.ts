import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import type { RawAddress } from '#web/address.ts';
import { dateIn } from './usePlan.ts';

/** What a list of plans is asked for, as it stands in the address. */
export function readPlans(raw: RawAddress) {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    from: dateIn(raw['from']),
    to: dateIn(raw['to']),
    state: (Object.keys(PLAN_STATES) as PlanState[]).find((one) => one === raw['state']),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}
