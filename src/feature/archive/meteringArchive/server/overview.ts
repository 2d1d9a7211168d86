import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { ARCHIVE_TABS, type ArchiveTab } from '#contract/archiveTab.ts';
import { snake } from '#contract/define.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf } from '#resource/index.ts';
import { CHECK_FILE_TYPES } from '#resource/yunshui/checkplanCheckfile.ts';
import { defineRoute } from '#server/route.ts';
import type { TabState } from '../contract.ts';

/** The tabs of the instruments of a level, from level 1 on, and that of the annual table. */
const FIRST_LEVEL = 26;
const LAST_LEVEL = 29;
const ANNUAL_TABLE = 30;

/** Where what a tab shows is kept; a page without a list of its own shows files, instruments of a level or filings. */
interface Source {
  readonly kind: TabState['kind'];
  readonly funCode: string | undefined;
  readonly rows: RawBuilder<unknown>;
}

function sourceOf({ number, resource, funCode }: ArchiveTab, year: number): Source | null {
  if (resource !== undefined) {
    const found = resourceOf(resource);
    return {
      kind: 'rows',
      funCode: funCodeOf(found, 'view'),
      rows: sql`${sql.table(snake(found.name))} where true`,
    };
  }
  if (number >= FIRST_LEVEL && number <= LAST_LEVEL) {
    const level = String(number - FIRST_LEVEL + 1);
    return { kind: 'rows', funCode, rows: sql`company_gauges where meter_level = ${level}` };
  }
  if (number === ANNUAL_TABLE)
    return { kind: 'filing', funCode, rows: sql`annual_filing where year = ${year}::integer` };
  return Object.hasOwn(CHECK_FILE_TYPES, String(number))
    ? { kind: 'files', funCode, rows: sql`checkplan_checkfile where file_type = ${String(number)}` }
    : null;
}

/** How far each tab is filled, as far as the caller may see it. */
export const getOverview = defineRoute({
  method: 'GET',
  path: '/api/yunshui/archive/getOverview',
  summary: { zh: '计量档案完成情况', en: 'How far the metering archive is filled' },
  permission: 'Archive.Overview',
  params: z.object({ consumerId: id().optional() }),
  example: {},
  handler: async ({ trx, params, caller }): Promise<TabState[]> => {
    const consumerId = params.consumerId ?? null;
    const year = new Date().getUTCFullYear() - 1;
    const tabs = ARCHIVE_TABS.flatMap((tab) => {
      const source = sourceOf(tab, year);
      return source?.funCode !== undefined && caller.funCodes.has(source.funCode)
        ? [{ number: tab.number, ...source }]
        : [];
    });
    if (tabs.length === 0) return [];
    const counts = tabs.map(
      ({ number, rows }) => sql`select ${number}::integer as number, count(*)::integer as count
        from ${rows} and (${consumerId}::integer is null or consumer_id = ${consumerId}::integer)`,
    );
    const { rows } = await sql<
      Pick<TabState, 'number' | 'count'>
    >`${sql.join(counts, sql` union all `)}`.execute(trx);
    const found = new Map(rows.map(({ number, count }) => [number, count]));
    return tabs.map(({ number, kind }) => ({
      number,
      kind,
      count: found.get(number) ?? 0,
      year: kind === 'filing' ? year : null,
    }));
  },
});
