import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { type PeriodRules, periodRules } from '#contract/periodRule.ts';
import { ruleFaults } from '#domain/calendar/rule.ts';
import { checkDeepValley } from '#feature/meters/reading/server/public.ts';
import { fileRepair } from '#feature/meters/recalculation/server/public.ts';
import type { Slots, SlotCall, JsonRow, Values } from '#server/resource/slot.ts';
import { applyChange, type RowChange } from './change.ts';

/** Marks what the change of a row makes differ and shows the repair as a task; a row may move to another enterprise. */
async function follow(
  call: SlotCall,
  resource: RowChange['resource'],
  before: JsonRow | null,
  after: JsonRow | null,
): Promise<void> {
  const [from, to] = [before?.['consumerId'], after?.['consumerId']];
  const apply = async (consumerId: unknown, change: RowChange): Promise<void> => {
    const { meterIds } = await applyChange(call.trx, Number(consumerId), change);
    const row = change.after ?? change.before;
    await fileRepair(call, Number(consumerId), String(row?.['timezoneName'] ?? row?.['dt']), meterIds);
  };
  if (from === undefined || to === undefined || from === to)
    return apply(to ?? from, { resource, before, after });
  await apply(from, { resource, before, after: null });
  await apply(to, { resource, before: null, after });
}

/** Rules that leave no quarter of a day without exactly one period. @throws Fault 400 */
export function checkRules(value: unknown): void {
  const checked = periodRules.safeParse(value);
  if (!checked.success) {
    const place = checked.error.issues[0]?.path.join('.') ?? '';
    throw badInput({ zh: `时段规则：${place} 无效`, en: `Rules: ${place} is not valid` }, 'rules');
  }
  const [fault] = ruleFaults(checked.data as PeriodRules);
  if (fault) throw badInput({ zh: `时段规则：${fault.text.zh}`, en: `Rules: ${fault.text.en}` }, 'rules');
}

/** No two versions for the same site, or for all, may begin on one day. */
async function checkVersion({ trx }: SlotCall, values: Values, before: JsonRow | null): Promise<void> {
  const row = { ...before, ...values };
  const sites = (row['siteIdList'] as readonly number[] | null) ?? [];
  const { rows } = await sql<{ name: string }>`
    select timezone_name as name from timezone
    where consumer_id = ${row['consumerId']} and valid_from = ${row['validFrom']}::date and id is distinct from ${before?.id ?? null}
      and case when cardinality(${sites}::integer[]) = 0 then coalesce(cardinality(site_id_list), 0) = 0
        else site_id_list && ${sites}::integer[] end limit 1`.execute(trx);
  if (rows[0])
    throw conflict(
      {
        zh: `生效日期：“${rows[0].name}”已在该日对相同站点生效`,
        en: `Valid from: “${rows[0].name}” begins on that day for the same sites`,
      },
      'validFrom',
    );
}

export const timezoneSlots: Slots = {
  beforeSave: async (call, values, before) => {
    if (values['rules'] !== undefined) checkRules(values['rules']);
    await checkVersion(call, values, before);
  },
  afterSave: async (call, row, before) => {
    await checkDeepValley(call.trx, Number(row['consumerId']), 'rules');
    await follow(call, 'timezone', before, row);
  },
  beforeDelete: async (call, row) => {
    await checkDeepValley(call.trx, Number(row['consumerId']), 'rules', { resource: 'timezone', id: row.id });
    await follow(call, 'timezone', row, null);
  },
};

/** A date is one of holiday, working day and weekend; hot beside any of them. */
async function checkKind({ trx }: SlotCall, values: Values, before: JsonRow | null): Promise<void> {
  const row = { ...before, ...values };
  if (row['holidayTypeId'] === '4') return;
  const { rows } = await sql`select from holiday
    where consumer_id = ${row['consumerId']} and dt = ${row['dt']}::date and holiday_type_id not in ('4', ${row['holidayTypeId']})
      and id is distinct from ${before?.id ?? null} limit 1`.execute(trx);
  if (rows.length > 0)
    throw conflict(
      { zh: '日类型：该日已有另一类型', en: 'Kind of day: that date already has another' },
      'holidayTypeId',
    );
}

export const holidaySlots: Slots = {
  beforeSave: checkKind,
  afterSave: (call, row, before) => follow(call, 'holiday', before, row),
  beforeDelete: (call, row) => follow(call, 'holiday', row, null),
};
