import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { formatScaled, scaleFor, type Scale } from '#domain/figure/number.ts';
import type { NetAnswer } from '../contract.ts';

/** What is asked of a network. */
export interface NetQuestion {
  readonly consumerId: number;
  readonly dataType: string | null;
  readonly begin: string;
  readonly end: string;
}

export const netQuery = (question: NetQuestion) =>
  queryOptions({
    queryKey: ['meterNet', question],
    queryFn: ({ signal }) =>
      get<NetAnswer>('yunshui/measurement/getNet', { ...question }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

export const useNetTexts = () => useTexts<typeof import('./texts.ts').texts>('meterNet');

/** The unit of all amounts of a network, chosen once. */
export const scaleOf = (net: NetAnswer): Scale =>
  scaleFor(
    net.unit,
    net.meters.map((meter) => meter.energy),
  );

/** An amount with its unit. */
export const amountText = (value: number | null | undefined, scale: Scale): string =>
  `${formatScaled(value, scale)} ${scale.unit}`;
