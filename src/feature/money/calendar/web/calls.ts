import { queryOptions } from '@tanstack/react-query';
import type { PeriodRules } from '#contract/periodRule.ts';
import { get, type Params, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { CalendarEffect, ListedDay } from '../contract.ts';

/** A version of a calendar as the list brings it. */
export interface VersionRow {
  readonly id: number;
  readonly timezoneName: string;
  readonly timezoneNameEn?: string | null;
  readonly consumerId: number;
  readonly siteIdList: readonly number[] | null;
  readonly validFrom: string;
  readonly rules: PeriodRules;
  readonly titles?: Readonly<Record<string, string>>;
}

/** A version that is being written; `id` null = a new one. */
export interface VersionDraft extends Omit<VersionRow, 'id' | 'titles'> {
  readonly id: number | null;
}

export const versionsQuery = (consumerId: number) =>
  queryOptions({
    queryKey: ['calendar', 'versions', consumerId],
    queryFn: () =>
      get<readonly VersionRow[]>(
        'archive/timezone/searchall',
        { consumerId, orderBy: 'validFrom desc' },
        { quiet: true },
      ),
  });

export const daysQuery = (orgId: number, year: number) =>
  queryOptions({
    queryKey: ['calendar', 'days', orgId, year],
    queryFn: () =>
      get<readonly ListedDay[]>('archive/timezone/getDayTypes', { orgId, year }, { quiet: true }),
  });

const paramsOf = ({ id, rules, ...rest }: VersionDraft): Params => ({
  ...rest,
  ...(id === null ? {} : { id }),
  rules: JSON.stringify(rules),
});

export const previewVersion = (draft: VersionDraft): Promise<CalendarEffect> =>
  post('archive/timezone/preview', paramsOf(draft));
export const previewRemoval = (
  area: 'archive/timezone' | 'sys/holiday',
  id: number,
): Promise<CalendarEffect> => post(`${area}/preview`, { id, del: 1 });
export const previewDay = (day: Params): Promise<CalendarEffect> => post('sys/holiday/preview', day);

const changed = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['calendar'] });

/** Writes a version; answers its id. */
export async function saveVersion(draft: VersionDraft): Promise<number> {
  const { id } = await post<{ id: number }>(
    `archive/timezone/${draft.id === null ? 'add' : 'edit'}`,
    paramsOf(draft),
  );
  await changed();
  return id ?? draft.id;
}

export async function removeRow(area: 'archive/timezone' | 'sys/holiday', id: number): Promise<void> {
  await post(`${area}/del`, { id });
  await changed();
}

export async function addDay(day: Params): Promise<void> {
  await post('sys/holiday/add', day);
  await changed();
}
