import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { readExpression } from '#domain/alarm/expression/read.ts';
import { isOfPoints } from '#domain/alarm/settings.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall, Slots } from '#server/resource/slot.ts';
import { alarm } from './alarm.ts';
import { checkComposition, holdPart, keepParts, wholesOf } from './alarmParts.server.ts';
import { askOften } from './askOften.server.ts';

/** Rules that read a value of a meter need its code; those with a limit of their own need that. */
export const alarmSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    const method = row['triggerMethod'];
    if (before) await holdPart(trx, before.id, row, before);
    const need = (
      field: 'triggerFieldName' | 'limitValue' | 'figure' | 'figureSide' | 'minCoverage',
    ): void => {
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
    if (method === 'figure') {
      for (const field of ['figure', 'figureSide', 'minCoverage', 'limitValue'] as const) need(field);
      values['triggerFieldName'] = null;
      return;
    }
    if (method === 'silent') return;
    if (before) await stayOfKind(trx, before.id, method);
    if (method === 'operations') {
      need('limitValue');
      wholeNumber(row['limitValue']);
      for (const field of ['triggerFieldName', 'deadBand', 'signalState'] as const) values[field] = null;
      return;
    }
    if (method === 'signal') {
      for (const field of ['triggerFieldName', 'limitValue', 'deadBand'] as const) values[field] = null;
      return;
    }
    if (method === 'expression' || method === 'compose') {
      if (method === 'expression') needExpression(row['expression']);
      else await checkComposition(trx, row);
      values['triggerFieldName'] = null;
      values['limitValue'] = null;
      return;
    }
    need('triggerFieldName');
    if (method !== 'limitSet') need('limitValue');
  },
  afterSave: async (call, row, before) => {
    await keepParts(call.trx, row);
    await keepVersion(call.trx, row.id);
    await askOften(call, row, before);
  },
  beforeDelete: ({ trx }, row) => holdPart(trx, row.id, null, row),
};

/** @throws Fault 400 where a limit is no number of operations */
function wholeNumber(limit: unknown): void {
  if (!Number.isInteger(Number(limit)) || Number(limit) < 0)
    throw badInput(
      aboutField(alarm.fields.limitValue.label, {
        zh: '应为 0 或更大的整数（次）',
        en: 'a whole number of operations is expected, 0 or more',
      }),
      'limitValue',
    );
}

/** A rule goes on judging what it is put to: meters by their values, or signal points by their states. @throws Fault 409 */
async function stayOfKind(trx: Db, id: number, method: unknown): Promise<void> {
  const other = sql.table(isOfPoints(String(method)) ? 'object_alarm' : 'signal_alarm');
  const { rows } = await sql`select from ${other} where alarm_id = ${id} limit 1`.execute(trx);
  if (rows.length > 0)
    throw conflict(
      {
        zh: '触发方式：规则已分配给表计或信号点，请先取消分配，或新建规则',
        en: 'Raised when: the rule is put to meters or signal points; take them away first, or make a new rule',
      },
      'triggerMethod',
    );
}

/** @throws Fault 400 with the place at which it is no expression over data codes */
function needExpression(expression: unknown): void {
  const { label } = alarm.fields.expression;
  if (typeof expression !== 'string' || expression.trim() === '')
    throw badInput(aboutField(label, REQUIRED), 'expression');
  const read = readExpression(expression);
  if ('problem' in read) throw badInput(aboutField(label, read.problem), 'expression', { at: read.at });
}

/** A row that is being deleted: of a parameter, a further limit, a parameter of an object, limits of data items or of values, a signal point. */
type Without = Partial<
  Readonly<Record<'param' | 'trigger' | 'objectParam' | 'limitSet' | 'itemLimit' | 'signalAlarm', number>>
>;

/** A change of what hangs on a rule makes a new version of the rule too. */
const ofRule = (kind: 'param' | 'trigger'): Slots => ({
  afterSave: ({ trx }: SlotCall, row) => keepVersion(trx, Number(row['alarmId'])),
  beforeDelete: ({ trx }: SlotCall, row) => keepVersion(trx, Number(row['alarmId']), { [kind]: row.id }),
});
export const alarmParamSlots = ofRule('param');
export const alarmTriggerSlots = ofRule('trigger');

/** So does one of an object. */
export const objectAlarmParamSlots: Slots = {
  afterSave: async ({ trx }: SlotCall, row) => keepVersion(trx, await ruleOf(trx, row)),
  beforeDelete: async ({ trx }: SlotCall, row) =>
    keepVersion(trx, await ruleOf(trx, row), { objectParam: row.id }),
};

/** What a rule is put to says which state is normal there. @param gone an assignment that is being taken away */
export const keepSignalVersion = (trx: Db, alarmId: number, gone?: number): Promise<void> =>
  keepVersion(trx, alarmId, gone === undefined ? {} : { signalAlarm: gone });

/** The normal state of a signal point is another: so is what the rules ask for that are put to it. */
export async function keepVersionsOfPoint(trx: Db, pointId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct alarm_id as id from signal_alarm where signal_point_id = ${pointId} order by 1`.execute(
    trx,
  );
  for (const { id } of rows) await keepVersion(trx, id);
}

async function ruleOf(trx: Db, row: Readonly<Record<string, unknown>>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select alarm_id as id from object_alarm where id = ${Number(row['objectAlarmId'])}`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Limits of data items or of monitored values: every rule of the enterprise that judges by them has a new version. */
export const limitsChanged = (kind: 'limitSet' | 'itemLimit'): Slots => ({
  afterSave: ({ trx }: SlotCall, row) => keepVersions(trx, Number(row['consumerId'])),
  beforeDelete: ({ trx }: SlotCall, row) => keepVersions(trx, Number(row['consumerId']), { [kind]: row.id }),
});

async function keepVersions(trx: Db, consumerId: number, without: Without = {}): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from alarm where consumer_id = ${consumerId} and trigger_method = 'limitSet' order by id`.execute(
    trx,
  );
  for (const { id } of rows) await keepVersion(trx, id, without);
}

/** Writes what a rule asks for as a new version, where it differs from the last; also of compositions that it is a part of. */
async function keepVersion(trx: Db, alarmId: number, without: Without = {}): Promise<void> {
  await writeVersion(trx, alarmId, without);
  for (const whole of await wholesOf(trx, alarmId)) await writeVersion(trx, whole);
}

async function writeVersion(trx: Db, alarmId: number, without: Without = {}): Promise<void> {
  const { param = 0, trigger = 0, objectParam = 0, limitSet = 0, itemLimit = 0, signalAlarm = 0 } = without;
  await sql`
    with now as (
      select a.id, a.consumer_id, jsonb_build_object('method', a.trigger_method, 'code', a.trigger_field_name,
        'limit', a.limit_value, 'deadBand', a.dead_band, 'onDelay', a.trigger_interval, 'offDelay', a.recover_interval,
        'level', a.alarm_level,
        'params', coalesce((select jsonb_object_agg(p.param_code, p.param_value order by p.ix, p.id) from alarm_param p
          where p.alarm_id = a.id and p.id <> ${param}), '{}'),
        'triggers', coalesce((select jsonb_agg(jsonb_build_object('side', t.side, 'limit', t.limit_value,
            'deadBand', coalesce(t.dead_band, 0)) order by t.ix, t.id) from alarm_trigger t
          where t.alarm_id = a.id and t.state = '1' and t.id <> ${trigger}), '[]'),
        'objects', coalesce((select jsonb_object_agg(o.ammeter_id, o.params) from (
            select oa.ammeter_id, jsonb_object_agg(p.param_code, p.param_value order by p.ix, p.id) as params
            from object_alarm oa join object_alarm_param p on p.object_alarm_id = oa.id and p.id <> ${objectParam}
            where oa.alarm_id = a.id group by 1) o), '{}'),
        'itemLimits', case when a.trigger_method <> 'limitSet' then '[]'::jsonb else coalesce((
            select jsonb_agg(jsonb_build_object('siteId', l.site, 'ammeterId', l.meter, 'upper', l.upper, 'lower', l.lower,
              'deadBand', l.band) order by l.place, l.id)
            from (
              select 0 as place, i.id, d.data_code as code, m.consumer_id, null::integer as site, m.ammeter_id as meter,
                i.upper_alarm as upper, i.lower_alarm as lower, i.dead_band as band
              from item_limit i join monitor_item m on m.id = i.monitor_item_id join data_item d on d.id = m.data_item_id
              where i.state = '1' and i.id <> ${itemLimit}
              union all
              select 1, s.id, d.data_code, s.consumer_id, s.site_id, s.ammeter_id, s.upper_alarm, s.lower_alarm, s.dead_band
              from limit_set s join data_item d on d.id = s.data_item_id where s.state = '1' and s.id <> ${limitSet}) l
            where l.consumer_id = a.consumer_id and l.code = a.trigger_field_name), '[]') end)
        || case when a.trigger_method = 'expression' then jsonb_build_object('expression', a.expression)
          when a.trigger_method = 'compose' then jsonb_build_object('composition', a.composition,
            'parts', coalesce((select jsonb_object_agg(p.part_id, jsonb_build_object('name', r.alarm_name,
                'nameEn', r.alarm_name_en, 'settings', (select settings from alarm_version where alarm_id = p.part_id
                  order by version desc limit 1))) from alarm_part p join alarm r on r.id = p.part_id
              where p.alarm_id = a.id), '{}'))
          when a.trigger_method = 'figure' then jsonb_build_object('figure', jsonb_build_object('of', a.figure,
            'side', a.figure_side, 'minCoverage', a.min_coverage))
          when a.trigger_method in ('signal', 'operations') then jsonb_build_object('signal', jsonb_build_object('state', a.signal_state,
            'counts', a.trigger_method = 'operations',
            'normals', coalesce((select jsonb_object_agg(p.id, p.normal_state) from signal_alarm sa
              join signal_point p on p.id = sa.signal_point_id where sa.alarm_id = a.id and sa.id <> ${signalAlarm}), '{}'),
            'meters', coalesce((select jsonb_object_agg(p.id, p.ammeter_id) from signal_alarm sa
              join signal_point p on p.id = sa.signal_point_id where sa.alarm_id = a.id and sa.id <> ${signalAlarm}), '{}')))
          else '{}' end as settings
      from alarm a where a.id = ${alarmId}),
    last as (select version, settings from alarm_version where alarm_id = ${alarmId} order by version desc limit 1)
    insert into alarm_version (alarm_id, consumer_id, version, valid_from, settings)
    select id, consumer_id, coalesce((select version from last), 0) + 1, now(), settings from now
    where settings is distinct from (select settings from last)`.execute(trx);
}
