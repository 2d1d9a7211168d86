import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import type { MeterValues } from '#web/live/newest.ts';
import type { ObjectDetails, RealData } from '../contract.ts';

/** A value of the popup as it stands now. */
export interface ValueRow extends RealData {
  readonly name: string;
  readonly key: string;
}

/**
 * The values as they stand, those that the feed told since brought up to date. What the server has told itself, or has not told
 * for long, it has judged: what was heard of it before says no more.
 */
export const valueRowsOf = (
  { values, datas, now }: Pick<ObjectDetails, 'values' | 'datas' | 'now'>,
  live: ReadonlyMap<number, MeterValues>,
): ValueRow[] =>
  values.map(({ ammeterId, dataCode, signalPointId, paramName }, i) => {
    const told = datas[i] as RealData;
    const meter = ammeterId === null || signalPointId !== null ? undefined : live.get(ammeterId);
    const news = dataCode === null ? undefined : meter?.[dataCode];
    const row: ValueRow = { ...told, name: paramName, key: `${i}` };
    const judged = Math.max(told.ts ?? -Infinity, now - PRESENT_VALUE_MS);
    return news && news.ts > judged ? { ...row, ...news, quality: 'good' } : row;
  });
