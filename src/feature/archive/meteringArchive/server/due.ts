import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { daysBetween, utcDate } from '#domain/time/date.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { defineRoute } from '#server/route.ts';
import type { DueAnswer, DueMeter } from '../contract.ts';
import { dueMonths, OUT_OF_SERVICE } from '../domain/alignDate.ts';

const LISTED = 1000;

/** The zone of an enterprise's first site. */
const ZONE = sql`coalesce((select s.time_zone from monitor_site s where s.consumer_id = c.id order by s.id limit 1),
  ${homeZone})`;

type Found = Omit<DueMeter, 'days'> & { readonly today: string; readonly meterNameEn: string };

/** Meters in use by their next verification; today by each enterprise's own zone. @param now ms */
export async function dueMeters(
  trx: Db,
  now: number,
  consumerId?: number,
): Promise<readonly (DueMeter & Pick<Found, 'today' | 'meterNameEn'>)[]> {
  const { rows } = await sql<Found>`
    select g.id as "gaugeId", g.ammeter_id as "ammeterId", g.consumer_id as "consumerId", shown_name(c.org_name, c.org_name_en) as "consumerName",
      shown_name(g.meter_name, g.meter_name_en) as "meterName",
      coalesce(nullif(g.meter_name_en, ''), g.meter_name) as "meterNameEn", g.ser_no as "serNo", g.manage_no as "manageNo", g.location,
      g.align_org as "alignOrg", g.align_cycle as "alignCycle",
      to_char(g.last_align_date, 'YYYY-MM-DD') as "lastAlignDate",
      to_char(g.next_align_date, 'YYYY-MM-DD') as "nextAlignDate",
      to_char(to_timestamp(${now / 1000}) at time zone ${ZONE}, 'YYYY-MM-DD') as today
    from gauge_configure g join consumer c on c.id = g.consumer_id
    where g.current_state <> ${OUT_OF_SERVICE} and g.next_align_date is not null
      and (${consumerId ?? null}::integer is null or g.consumer_id = ${consumerId ?? null}::integer)
    order by g.next_align_date, g.id`.execute(trx);
  return rows.map((row) => ({ ...row, days: daysBetween(row.today, row.nextAlignDate) }));
}

/** Meters in use of which nobody knows when they are to be verified. */
async function undatedMeters(trx: Db, consumerId?: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from gauge_configure g
    where g.current_state <> ${OUT_OF_SERVICE} and g.next_align_date is null
      and (${consumerId ?? null}::integer is null or g.consumer_id = ${consumerId ?? null}::integer)`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** The verifications that are due and those to come, with how many fall into each month. */
export const getDue = defineRoute({
  method: 'GET',
  path: '/api/yunshui/gaugeVerifyConfigure/getDue',
  summary: { zh: '检定到期日历', en: 'Verifications that are due and to come' },
  permission: 'Archive.VerificationCalendar',
  params: z.object({ consumerId: id().optional() }),
  example: {},
  handler: async ({ trx, params }): Promise<DueAnswer> => {
    const now = Date.now();
    const rows = await dueMeters(trx, now, params.consumerId);
    const today = rows[0]?.today ?? utcDate(now);
    const count = (from: number, to: number): number =>
      rows.filter(({ days }) => days >= from && days <= to).length;
    return {
      today,
      meters: rows.length,
      undated: await undatedMeters(trx, params.consumerId),
      overdue: rows.filter(({ days }) => days < 0).length,
      within30: count(0, 30),
      within90: count(0, 90),
      months: dueMonths(rows),
      list: rows.slice(0, LISTED).map(({ today: _, meterNameEn: _en, ...row }) => row),
    };
  },
});
