import { sql } from 'kysely';
import * as z from 'zod';
import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { type Language, textIn } from '#contract/text.ts';
import { codeOf } from '#domain/alarm/past.ts';
import { ruleOn, type RuleSettings } from '#domain/alarm/settings.ts';
import { visibleMeter, visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { AlarmReason } from '#feature/watch/alarm/contract.ts';
import { conditionOf, SHELF } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { namedObjects } from './load.ts';
import { whysOf } from './why.ts';
import { partSaid } from './words.ts';

interface Row {
  readonly ammeterId: number;
  readonly siteId: number | null;
  readonly stepMs: number;
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly settings: RuleSettings;
}

/** The record with the version that judged it. @throws Fault 404 where there is none in the caller's scope */
export async function recordOf(trx: Db, alarmRecordId: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select r.ammeter_id as "ammeterId", m.site_id as "siteId", m.interval_seconds * 1000 as "stepMs",
      ceil(extract(epoch from r.raised_at) * 1000)::float8 as "raisedAt",
      floor(extract(epoch from r.cleared_at) * 1000)::float8 as "clearedAt", v.settings
    from alarm_record r ${SHELF} join ammeter m on m.id = r.ammeter_id join alarm_version v on v.id = r._version_id
    where ${conditionOf({ alarmRecordId }, { withdrawn: true })}`.execute(trx);
  const [row] = rows;
  if (!row) throw noSuchRow();
  return row;
}

async function reasonOf(trx: Db, alarmRecordId: number, language: Language): Promise<AlarmReason> {
  const { ammeterId, siteId, stepMs, raisedAt, settings } = await recordOf(trx, alarmRecordId);
  const meter = await visibleMeter(trx, ammeterId);
  const others = await namedObjects(trx, [settings]);
  const rule = ruleOn(settings, { ammeterId, siteId, stepMs, others });
  const versions = [{ versionId: 0, validFrom: 0, rule }];
  const [why] = await whysOf(trx, [{ ammeterId, versions, at: raisedAt }]);
  const named = new Map((await visibleMeters(trx, [...others.keys()])).map((one) => [one.id, one]));
  return {
    expression: settings.method === 'expression' ? (settings.expression ?? null) : null,
    composition: settings.method === 'compose' ? (settings.composition ?? null) : null,
    values: (why?.values ?? []).map(({ code: told, value }) => {
      const { code, meterId } = codeOf(told);
      return {
        code,
        ammeterId: meterId ?? ammeterId,
        ammeterName: meterId === null ? null : (named.get(meterId)?.name ?? null),
        name: textIn(dataCode(code)?.label, language) ?? code,
        unit: unitOfCode(code, (meterId === null ? meter.unit : named.get(meterId)?.unit) ?? ''),
        value,
      };
    }),
    parts: (why?.parts ?? []).map((part) => ({
      alarmId: part.id,
      ammeterId: part.meterId,
      ammeterName: part.meterId === null ? null : (named.get(part.meterId)?.name ?? null),
      name: textIn(part.name, language),
      truth: part.verdict === 'unknown' ? null : part.verdict === 'raise',
      said: textIn(partSaid(part, meter.unit) ?? undefined, language) ?? null,
    })),
  };
}

const getReason = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getReason',
  summary: {
    zh: '告警记录：告警时的数值与成立的条件',
    en: 'Alarm records: the values by which a rule over several was raised, and which parts of a composition held',
  },
  permission: 'event.alarmRecord.view',
  params: z.object({ alarmRecordId: id() }),
  example: { alarmRecordId: 1 },
  handler: ({ trx, params, language }) => reasonOf(trx, params.alarmRecordId, language),
});

export const reasonRoutes = [getReason];
