import { ENERGY } from '#contract/energyType.ts';
import type { Figures } from '../contract.ts';
import type { OverviewAddress } from './address.ts';

interface Known {
  readonly figures: { readonly data: Figures | undefined };
}

/** Electricity alone has tariff periods; until it is known what is shown it is taken to be electricity. */
export const hasPeriods = ({ type }: Pick<OverviewAddress, 'type'>, { figures }: Known): boolean =>
  (figures.data?.subject.dataType ?? type ?? ENERGY.electricity) === ENERGY.electricity;

/** Which course stands at the right: what has no tariff periods shows its days. */
export const spanOf = (
  address: Pick<OverviewAddress, 'type' | 'span'>,
  answers: Known,
): OverviewAddress['span'] =>
  address.span === 'period' && !hasPeriods(address, answers) ? 'month' : address.span;
