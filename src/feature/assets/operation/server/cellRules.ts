import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { alarm } from '#resource/event/alarm.ts';
import { objectAlarm } from '#resource/event/objectAlarm.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { CellRule } from '../contract.ts';
import { makeMissing, ruleNames, rulesByMeter } from './readyRules.ts';

/** How long a spread or a temperature lasts before it is told, and before it is over, s. */
const ON_DELAY = 120;
const OFF_DELAY = 300;
/** A temperature that raised must fall by so much, ℃. */
const COOLER = 2;

interface Cluster {
  readonly consumerId: number;
  readonly ammeterId: number;
  readonly name: string;
  readonly nameEn: string;
  /** Decimal text. */
  readonly spreadLimit: string | null;
  readonly temperatureLimit: string | null;
}

/** The rules on the cells of meters, by meter: those that judge a cell's voltage or temperature. */
export async function cellRulesOf(
  trx: Db,
  meterIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CellRule[]>> {
  return rulesByMeter(
    trx,
    meterIds,
    sql`coalesce(a.trigger_field_name, a.expression) ~ '\\y(BVX|BVN|BTX|BTN)\\y'`,
  );
}

async function clusterOf(trx: Db, unitId: number): Promise<Cluster | undefined> {
  const { rows } = await sql<Cluster>`
    select u.consumer_id as "consumerId", u.ammeter_id as "ammeterId", s.station_name || ' ' || u.unit_name as name,
      coalesce(s.station_name_en, s.station_name) || ' ' || coalesce(u.unit_name_en, u.unit_name) as "nameEn",
      trim_scale(u.spread_limit)::text as "spreadLimit", trim_scale(u.temperature_limit)::text as "temperatureLimit"
    from storage_unit u join storage_station s on s.id = u.station_id
    where u.id = ${unitId} and u.unit_type = 'battery'`.execute(trx);
  return rows[0];
}

/** The rules that fit the limits of a cluster. */
function rulesFor(cluster: Cluster) {
  const { spreadLimit, temperatureLimit } = cluster;
  const named = (zh: string, en: string) => ruleNames(cluster, zh, en);
  const usual = { alarmType: '1', triggerInterval: ON_DELAY, recoverInterval: OFF_DELAY };
  const spread = {
    ...named('单体压差过大', 'cell spread too wide'),
    ...usual,
    alarmLevel: '2',
    triggerMethod: 'expression',
    expression: `BVX - BVN > ${spreadLimit}`,
  };
  const heat = {
    ...named('单体温度过高', 'cell too hot'),
    ...usual,
    alarmLevel: '1',
    triggerMethod: 'above',
    triggerFieldName: 'BTX',
    limitValue: Number(temperatureLimit),
    deadBand: COOLER,
  };
  return [...(spreadLimit === null ? [] : [spread]), ...(temperatureLimit === null ? [] : [heat])];
}

/** The rules on cells that a battery cluster has, made where they are missing and switched off: a person puts them in use. */
export const addCellRules = defineRoute({
  method: 'POST',
  path: '/api/sdata/operationAnalysis/addCellRules',
  summary: {
    zh: '电池分析：按限值生成压差与温度告警规则（停用）',
    en: 'Batteries: alarm rules on spread and temperature by the limits of a cluster, switched off',
  },
  permission: funCodeOf(alarm, 'add'),
  params: z.object({ unitId: id() }),
  example: { unitId: 1 },
  handler: async (call): Promise<{ readonly made: number; readonly rules: readonly CellRule[] }> => {
    const { trx, params, caller } = call;
    if (!caller.funCodes.has(funCodeOf(objectAlarm, 'add'))) throw forbidden();
    const cluster = await clusterOf(trx, params.unitId);
    if (!cluster) throw noSuchRow();
    const wanted = rulesFor(cluster);
    if (wanted.length === 0)
      throw badInput(
        {
          zh: '储能单元没有压差限值和温度限值，请先填写',
          en: 'The unit has neither a limit of the spread nor one of the temperature; enter them first',
        },
        'unitId',
      );
    const { consumerId, ammeterId } = cluster;
    const made = await makeMissing(call, consumerId, [ammeterId], wanted);
    return { made, rules: (await cellRulesOf(trx, [ammeterId])).get(ammeterId) ?? [] };
  },
});
