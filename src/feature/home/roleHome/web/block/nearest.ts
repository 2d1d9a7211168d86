import type { GuardState } from '#feature/money/demand/contract.ts';

/** How near a window comes to its limit; one of which nothing is known is looked at before one that is far from it. */
const nearness = ({ projected, limit }: GuardState): number =>
  projected === null ? 0.5 : limit > 0 ? projected / limit : 0;

/** Windows by how near they come to their limits. */
export const nearestFirst = (states: readonly GuardState[]): GuardState[] =>
  states.toSorted((a, b) => nearness(b) - nearness(a) || a.guardName.localeCompare(b.guardName));
