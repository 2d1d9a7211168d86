import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { FEWEST_PEERS, type PeerKind } from '#domain/alarm/peer.ts';
import { alarm } from '#resource/event/alarm.ts';
import { objectAlarm } from '#resource/event/objectAlarm.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { CellRule } from '../contract.ts';
import { makeMissing, ruleNames, rulesByMeter } from './readyRules.ts';

/** After the end of an hour or a day the others of the kind have told theirs, s. */
const WAIT = 900;

/** A plant or a station whose inverters or clusters are compared. */
interface Whole {
  readonly consumerId: number;
  readonly name: string;
  readonly nameEn: string;
  readonly meterIds: readonly number[];
}

/** The rules that compare meters with others of their kind, by meter. */
export async function peerRulesOf(
  trx: Db,
  meterIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CellRule[]>> {
  return rulesByMeter(
    trx,
    meterIds,
    sql`a.trigger_method = 'figure' and a.figure in ('hourPeer', 'dayPeer')`,
  );
}

async function plantOf(trx: Db, plantId: number): Promise<Whole | undefined> {
  const { rows } = await sql<Whole>`
    select p.consumer_id as "consumerId", p.plant_name as name, coalesce(p.plant_name_en, p.plant_name) as "nameEn",
      coalesce((select array_agg(i.ammeter_id order by i.id) from pv_inverter i where i.plant_id = p.id and i.state = '1'), '{}') as "meterIds"
    from pv_plant p where p.id = ${plantId}`.execute(trx);
  return rows[0];
}

/** The station of a cluster, with its clusters whose capacity is known. */
async function stationOf(trx: Db, unitId: number): Promise<Whole | undefined> {
  const { rows } = await sql<Whole>`
    select s.consumer_id as "consumerId", s.station_name as name, coalesce(s.station_name_en, s.station_name) as "nameEn",
      coalesce((select array_agg(c.ammeter_id order by c.id) from storage_unit c where c.station_id = s.id
        and c.unit_type = 'battery' and c.state = '1' and c.rated_energy > 0), '{}') as "meterIds"
    from storage_unit u join storage_station s on s.id = u.station_id
    where u.id = ${unitId} and u.unit_type = 'battery'`.execute(trx);
  return rows[0];
}

interface Wanted {
  readonly figure: 'hourPeer' | 'dayPeer';
  /** Percent of the middle of the others. */
  readonly limit: number;
  readonly level: '1' | '2';
  readonly zh: string;
  readonly en: string;
}
/** A string that is out takes its part of a whole day; an hour tells an inverter or a cluster that does next to nothing. */
const RULES: Readonly<Record<PeerKind, readonly Wanted[]>> = {
  inverter: [
    { figure: 'dayPeer', limit: 92, level: '2', zh: '疑似组串失效', en: 'string outage suspected' },
    { figure: 'hourPeer', limit: 50, level: '1', zh: '逆变器出力异常', en: 'inverter far behind' },
  ],
  cluster: [
    { figure: 'dayPeer', limit: 85, level: '2', zh: '电池簇掉队', en: 'cluster lags behind' },
    { figure: 'hourPeer', limit: 50, level: '1', zh: '电池簇脱离', en: 'cluster has left' },
  ],
};

const FEW = {
  zh: `至少要有 ${FEWEST_PEERS + 1} 台启用的同类设备才能相互比较（电池簇须填写额定容量）`,
  en: `At least ${FEWEST_PEERS + 1} of a kind must be in use to be compared (clusters with their rated energy)`,
};

/** The rules that compare the inverters of a plant, or the clusters of a station, made where they are missing and switched off. */
export const addPeerRules = defineRoute({
  method: 'POST',
  path: '/api/sdata/operationAnalysis/addPeerRules',
  summary: {
    zh: '光伏与电池分析：生成组串失效、电池簇掉队告警规则（停用）',
    en: 'PV and batteries: alarm rules on string outage and clusters that leave the others, switched off',
  },
  permission: funCodeOf(alarm, 'add'),
  params: z.object({ kind: z.enum(['inverter', 'cluster']), id: id() }),
  example: { kind: 'inverter', id: 1 },
  handler: async (call): Promise<{ readonly made: number; readonly rules: readonly CellRule[] }> => {
    const { trx, params, caller } = call;
    if (!caller.funCodes.has(funCodeOf(objectAlarm, 'add'))) throw forbidden();
    const whole = await (params.kind === 'inverter' ? plantOf : stationOf)(trx, params.id);
    if (!whole) throw noSuchRow();
    const { consumerId, meterIds } = whole;
    if (meterIds.length <= FEWEST_PEERS) throw badInput(FEW, 'id');
    const wanted = RULES[params.kind].map(({ zh, en, level, figure, limit }) => ({
      ...ruleNames(whole, zh, en),
      alarmType: '1',
      alarmLevel: level,
      triggerMethod: 'figure',
      figure,
      figureSide: 'below',
      minCoverage: 95,
      limitValue: limit,
      triggerInterval: WAIT,
      recoverInterval: 0,
    }));
    const made = await makeMissing(call, consumerId, meterIds, wanted);
    return { made, rules: (await peerRulesOf(trx, meterIds)).get(meterIds[0] ?? 0) ?? [] };
  },
});
