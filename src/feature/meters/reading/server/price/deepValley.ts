import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { DEEP_VALLEY } from '#contract/period.ts';
import { unpricedDeepValley } from '#domain/tariff/deepValley.ts';
import type { AgreementRow } from '#domain/tariff/pricesOver.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { dateOfDay } from '#domain/time/date.ts';
import type { Db } from '#server/database/db.ts';
import { calendarRows } from '../calendar/calendarRows.ts';
import { queryableOf } from '../queryable.ts';
import { priceRows } from './keptPricing.ts';

const REGISTER = codeIndex(`PP${DEEP_VALLEY}`);

/**
 * Whether the enterprise of an object has deep valley: a calendar of it names it, or a meter's own register of it ever
 * moved (many meters answer such a register with 0 forever). Null where the object cannot be seen.
 */
export async function hasDeepValley(trx: Db, orgId: number): Promise<boolean | null> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from timezone z where z.consumer_id = o.consumer_id
        and z.rules @? ${sql.lit(`$.rules[*].segments[*] ? (@.period == ${DEEP_VALLEY})`)})
      or exists (select from ammeter a join meter_fold f on f.meter_id = a.id
          join usage u on u.meter_id = a.id and u.level = ${LEVEL.year} and u.pp5 <> 0
        where a.consumer_id = o.consumer_id and has_code(f.codes, ${sql.lit(REGISTER)})) as found
    from org o where o.id = ${orgId}`.execute(trx);
  return rows[0]?.found ?? null;
}

/** The row that the change is about to take away. */
type Gone = { readonly resource: 'timezone' | 'priceVersion'; readonly id: number };

/**
 * Refuses a state in which a calendar names deep valley and a scheme that is agreed on has no price for it. Called once
 * rows are written. @param field what the sentence is said of: the rules, the price, the scheme of an agreement
 * @throws Fault 400
 */
export async function checkDeepValley(
  trx: Db,
  consumerId: number,
  field: 'rules' | 'price5' | 'planId',
  gone?: Gone,
): Promise<void> {
  const client = queryableOf(trx);
  const calendars = (await calendarRows(client, consumerId)).versions;
  const prices = await priceRows(client, consumerId);
  const { rows: agreements } = await sql<AgreementRow>`
    select id, measure_account as "measureAccount", org_id as "orgId", plan_id as "planId", begin_dt::text as "beginDt",
      end_dt::text as "endDt"
    from price_agreement where consumer_id = ${consumerId} and approve_state <> '2'`.execute(trx);
  const stays = (resource: Gone['resource']) => (row: { readonly id: number }) =>
    gone?.resource !== resource || gone.id !== row.id;
  const found = unpricedDeepValley(
    { ...prices, versions: prices.versions.filter(stays('priceVersion')), agreements },
    calendars.filter(stays('timezone')),
  );
  if (!found) return;
  const { schemeName, day } = found;
  const since = dateOfDay(day);
  throw badInput(
    {
      zh: `分时时段从 ${since} 起含深谷，而电价方案“${schemeName}”没有深谷电价：请先填写`,
      en: `The calendar has deep valley from ${since}, for which the scheme “${schemeName}” has no price: enter it first`,
    },
    field,
  );
}
