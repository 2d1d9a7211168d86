import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import { isOfPoints } from '#domain/alarm/settings.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import { startTask } from '#feature/house/task/server/public.ts';
import { linkagesOf } from '#feature/watch/linkage/server/public.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import type { Call } from '#server/route.ts';
import { MOST_DAYS, MOST_METERS } from '../contract.ts';
import { type DraftWish, draftOf, type KnownRule, loadRule } from './draft.ts';
import type { MeterRow } from './run.ts';
import { pointsOfRule } from './signal.ts';
import type { ReplayParams } from './task.ts';

/** What is asked for: a rule or a draft, meters (none = those of the rule), days in the zone of their site, both included. */
export interface ReplayWish extends DraftWish {
  readonly ammeterIds?: readonly number[] | undefined;
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
  readonly matterMinutes: number;
}

type Found = MeterRow & { readonly consumerId: number; readonly timeZone: string; readonly energy: string };

/** The meters of the caller's scope that are asked for, or those that the rule judges. @throws Fault 400 */
async function metersOf(
  trx: Db,
  ids: readonly number[] | undefined,
  rule: KnownRule | null,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select a.id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", a.site_id as "siteId",
      shown_name(s.org_name, s.org_name_en) as "siteName", a.interval_seconds * 1000 as "stepMs",
      a.consumer_id as "consumerId", coalesce(s.time_zone, ${homeZone}) as "timeZone", a.data_type as energy
    from ammeter a left join monitor_site s on s.id = a.site_id
    where a.id = any(${ids ?? null}::integer[]) or (${ids ?? null}::integer[] is null
      and a.id in (select ammeter_id from object_alarm where alarm_id = ${rule?.alarmId ?? null} and enable))
    order by a.id limit ${MOST_METERS + 1}`.execute(trx);
  const refuse = (zh: string, en: string): never => {
    throw badInput({ zh: `表计：${zh}`, en: `Meters: ${en}` }, 'ammeterIds');
  };
  if (rows.length === 0)
    refuse('请选择表计，或先为规则指定对象', 'choose some, or put the rule to objects first');
  if (rows.length > MOST_METERS) refuse(`最多 ${MOST_METERS} 块`, `at most ${MOST_METERS}`);
  if (ids && rows.length < new Set(ids).size) refuse('有表计不存在', 'one of them does not exist');
  const owner = rule?.consumerId ?? rows[0]?.consumerId;
  if (rows.some(({ consumerId }) => consumerId !== owner))
    refuse('必须属于同一企业', 'they must belong to one enterprise');
  return rows;
}

/** The signal points that a rule is put to, of the caller's scope. @throws Fault 400 */
async function pointsOf(
  trx: Db,
  ids: readonly number[] | undefined,
  rule: KnownRule | null,
): Promise<Found[]> {
  if (ids)
    throw badInput(
      {
        zh: '表计：信号点规则按已分配的信号点回放，不选择表计',
        en: 'Meters: a rule on signal points is replayed on the points it is put to; choose no meters',
      },
      'ammeterIds',
    );
  const points = await pointsOfRule(trx, rule?.alarmId ?? 0, MOST_METERS + 1);
  if (points.length === 0 || points.length > MOST_METERS)
    throw badInput(
      {
        zh: `告警规则：应分配给 1 到 ${MOST_METERS} 个信号点`,
        en: `Alarm rule: it must be put to 1 to ${MOST_METERS} signal points`,
      },
      'alarmId',
    );
  return points.map((one) => ({ ...one, energy: ENERGY.electricity }));
}

/** The time that is replayed, ms; it ends now at the latest. @throws Fault 400 */
function rangeOf(zone: string, { begin, end }: ReplayWish, now: number): { from: number; to: number } {
  const to = Math.min(now, end === undefined ? now : startOfDate(zone, end, 1));
  const from = begin === undefined ? to - MOST_DAYS * DAY_MS : startOfDate(zone, begin);
  if (from >= to)
    throw badInput(
      { zh: '开始日期：应早于结束日期和当前时间', en: 'Begin: must lie before the end and before now' },
      'begin',
    );
  // A day more where clocks were changed meanwhile.
  if (to - from > (MOST_DAYS + 1) * DAY_MS)
    throw badInput(
      { zh: `开始日期：最多回放 ${MOST_DAYS} 天`, en: `Begin: at most ${MOST_DAYS} days` },
      'begin',
    );
  return { from, to };
}

/** Files the task of a replay; all that it may see is found here, in the caller's scope. @throws Fault 400, 404 */
export async function startReplay(
  { trx, caller, services }: Pick<Call<unknown>, 'trx' | 'caller' | 'services'>,
  wish: ReplayWish,
  now: number,
): Promise<{ taskId: number }> {
  const rule = wish.alarmId === undefined ? null : await loadRule(trx, wish.alarmId);
  const draft = await draftOf(trx, wish, rule);
  const found = isOfPoints(draft.method)
    ? await pointsOf(trx, wish.ammeterIds, rule)
    : await metersOf(trx, wish.ammeterIds, rule);
  const [{ consumerId, timeZone, energy }] = found as [Found];
  const linkages = await linkagesOf(trx, [consumerId]);
  const params: ReplayParams = {
    ...rangeOf(timeZone, wish, now),
    draft,
    inForce: rule?.inForce ?? null,
    matterMs: wish.matterMinutes * MINUTE_MS,
    meters: found.map(({ ammeterId, ammeterName, siteId, siteName, stepMs }) => ({
      ammeterId, ammeterName, siteId, siteName, stepMs,
    })), // prettier-ignore
    alarmId: rule?.alarmId ?? null,
    alarmName: rule?.alarmName ?? null,
    version: rule?.version ?? null,
    consumerId,
    timeZone,
    energyUnit: energyTypeOf(energy).unit,
    ammeterIds: wish.ammeterIds ?? [],
    linkages: linkages.map(({ source, id }) => `${source} ${id}`),
  };
  const name = rule?.alarmName;
  const { id } = await startTask(trx, services, {
    kind: 'alarmReplay',
    label:
      name === undefined
        ? { zh: '告警规则回放', en: 'Replay of an alarm rule' }
        : { zh: `回放 ${name}`, en: `Replay of ${name}` },
    params,
    consumerId,
    employeeId: caller.employeeId,
  });
  return { taskId: id };
}
