import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall, Slots } from '#server/resource/slot.ts';
import { alarm } from './alarm.ts';
import { askOften } from './askOften.server.ts';

/** Rules that read a value of a meter need its code; those with a limit of their own need that. */
export const alarmSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    const method = row['triggerMethod'];
    const need = (field: 'triggerFieldName' | 'limitValue'): void => {
      if (row[field] === undefined || row[field] === null)
        throw badInput(aboutField(alarm.fields[field].label, REQUIRED), field);
    };
    if ((method === 'silent') !== (row['algoUrl'] === 'builtin:silence'))
      throw badInput(
        aboutField(alarm.fields.algoUrl.label, {
          zh: '“静默”与静默算法必须一起选择',
          en: '“silent” goes with the algorithm of silence, and only with it',
        }),
        'algoUrl',
      );
    if (method === 'silent') return;
    need('triggerFieldName');
    if (method !== 'limitSet') need('limitValue');
  },
  afterSave: async (call, row, before) => {
    await keepVersion(call.trx, row.id);
    await askOften(call, row, before);
  },
};

/** A change of what hangs on a rule makes a new version of the rule too. */
const ofRule: Slots = {
  afterSave: ({ trx }: SlotCall, row) => keepVersion(trx, Number(row['alarmId'])),
  beforeDelete: ({ trx }: SlotCall, row) => keepVersion(trx, Number(row['alarmId']), row.id),
};
export const alarmParamSlots = ofRule;
export const alarmTriggerSlots = ofRule;

/** Writes what a rule asks for as a new version, where it differs from the last. @param without the row that is being deleted */
async function keepVersion(trx: Db, alarmId: number, without = 0): Promise<void> {
  await sql`
    with now as (
      select a.id, a.consumer_id, jsonb_build_object('method', a.trigger_method, 'code', a.trigger_field_name,
        'limit', a.limit_value, 'deadBand', a.dead_band, 'onDelay', a.trigger_interval, 'offDelay', a.recover_interval,
        'level', a.alarm_level,
        'params', coalesce((select jsonb_object_agg(p.param_code, p.param_value order by p.ix, p.id) from alarm_param p
          where p.alarm_id = a.id and p.id <> ${without}), '{}'),
        'triggers', coalesce((select jsonb_agg(jsonb_build_object('side', t.side, 'limit', t.limit_value,
            'deadBand', coalesce(t.dead_band, 0)) order by t.ix, t.id) from alarm_trigger t
          where t.alarm_id = a.id and t.state = '1' and t.id <> ${without}), '[]')) as settings
      from alarm a where a.id = ${alarmId}),
    last as (select version, settings from alarm_version where alarm_id = ${alarmId} order by version desc limit 1)
    insert into alarm_version (alarm_id, consumer_id, version, valid_from, settings)
    select id, consumer_id, coalesce((select version from last), 0) + 1, now(), settings from now
    where settings is distinct from (select settings from last)`.execute(trx);
}
