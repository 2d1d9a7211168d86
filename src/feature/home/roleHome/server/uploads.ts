import { sql } from 'kysely';
import { dateAt } from '#domain/time/text.ts';
import { usualZoneOf } from '#feature/meters/subject/server/public.ts';
import { dueOfEnterprise } from '#feature/reporting/upload/server/public.ts';
import { daysBetween } from '#domain/time/date.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import type { Upload, Uploads } from '../contract.ts';

const SHOWN = 8;
const PLANS = 'yunshui.companyPlaninfo.view';
const REPORTS = 'yunshui.uploadRecord.view';
const ITEMS = 'yunshui.companyCheckitem.view';

/** What has a date before what has none, the most urgent first. */
const byDue = (a: Upload, b: Upload): number =>
  (a.days ?? Infinity) - (b.days ?? Infinity) || a.name.localeCompare(b.name) || a.id - b.id;

/**
 * What an enterprise has to hand in: the annual table of the last year where it is not filed, review plans that are not
 * closed, findings that are not put right, and figures that are due at a regulator's platform. @param held the reader's function codes
 */
export async function uploadsOf(
  trx: Db,
  consumerId: number,
  held: ReadonlySet<string>,
  now: number,
): Promise<Uploads> {
  const today = dateAt(zoneOf(await usualZoneOf(trx, consumerId)), now);
  const { rows } = await sql<Omit<Upload, 'days'>>`
    select 'annual' as kind, y as id, '' as name, y as year, null::text as due
    from (select ${Number(today.slice(0, 4)) - 1}::integer as y) last
    where exists (select from consumer where id = ${consumerId})
      and not exists (select from annual_filing where consumer_id = ${consumerId} and year = y)
    union all
    select 'plan', id, plan_name, year, end_time::text from company_planinfo
    where ${held.has(PLANS)} and consumer_id = ${consumerId} and state not in ('closed', 'cancelled')
    union all
    select 'rectify', id, requirement, null, rectify_deadline::text from company_checkitem
    where ${held.has(ITEMS)} and consumer_id = ${consumerId} and result = 'nonconform'
      and coalesce(rectify_result, '') = ''`.execute(trx);
  const list = rows
    .map((row): Upload => ({ ...row, days: row.due === null ? null : daysBetween(today, row.due) }))
    .concat(held.has(REPORTS) ? await reportsOf(trx, consumerId, today, now) : [])
    .toSorted(byDue);
  return { list: list.slice(0, SHOWN), count: list.length };
}

/** What is due today at each platform that is reported to. */
async function reportsOf(trx: Db, consumerId: number, today: string, now: number): Promise<Upload[]> {
  const byPlatform = new Map<number, Upload & { readonly figures: number }>();
  for (const { platformId, platformName, protocol, figures } of await dueOfEnterprise(trx, consumerId, now)) {
    const known = byPlatform.get(platformId)?.figures ?? 0;
    byPlatform.set(platformId, {
      kind: 'report',
      id: platformId,
      name: platformName,
      year: null,
      due: today,
      days: 0,
      figures: known + figures,
      protocol,
    });
  }
  return [...byPlatform.values()];
}
