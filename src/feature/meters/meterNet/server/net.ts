import { energyTypeOf, ENERGY } from '#contract/energyType.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { FLAG, flagNames } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { dueSeconds } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { addDays } from '#domain/time/date.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import {
  branchEnergies,
  consumerOf,
  energyTypesOf,
  type Organisation,
  organisationOf,
  timeZoneOf,
} from '#feature/meters/subject/server/public.ts';
import { usageOverEach } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { MOST_NET_DAYS, type NetAnswer, type NetBalance, type NetMeter } from '../contract.ts';
import { askedClass } from '#domain/figure/accuracy.ts';
import { balanceOf, type Balance, type Counted } from '../domain/balance.ts';
import { type NetNode, netOf } from '../domain/tree.ts';
import { recordedClasses } from './classes.ts';
import { searchOf, suspectsOf } from './suspect.ts';

/** Days of the period that is shown where none is asked for. */
const USUAL_DAYS = 30;

export interface NetParams {
  readonly orgId?: number | undefined;
  readonly consumerId?: number | undefined;
  readonly dataType?: string | undefined;
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
}

/** A network without its figures. */
export interface Net {
  readonly consumerName: string;
  readonly organisation: Organisation;
  readonly zone: Zone;
  readonly dataType: string;
  readonly dataTypes: readonly string[];
  readonly nodes: readonly NetNode[];
}

/** The meters of an enterprise that measure one energy, as they hang below each other. @throws Fault 404. */
export async function networkOf(trx: Db, params: NetParams): Promise<Net> {
  const orgId = params.consumerId ?? params.orgId;
  if (orgId === undefined) throw badInput({ zh: '请指定企业', en: 'Name an enterprise' }, 'consumerId');
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) throw noSuchRow();
  const organisation = await organisationOf(trx, consumerId);
  const dataTypes = energyTypesOf(organisation, consumerId);
  const dataType = params.dataType ?? dataTypes[0] ?? ENERGY.electricity;
  const nodes = netOf(organisation.meters, dataType);
  const ids = new Set(nodes.map((node) => node.id));
  const meters = organisation.meters.filter((meter) => ids.has(meter.id));
  return {
    consumerName: organisation.nodes.find((node) => node.id === consumerId)?.name ?? '',
    organisation,
    zone: zoneOf(timeZoneOf(organisation, meters)),
    dataType,
    dataTypes,
    nodes,
  };
}

/** The dates asked about, both included, and the same as instants. @throws Fault 400 naming `begin` or `end`. */
function rangeOf(zone: Zone, params: NetParams, now: number): { begin: string; end: string } & Range {
  const today = dateAt(zone, now);
  const end = params.end ?? today;
  const begin = params.begin ?? addDays(end, 1 - USUAL_DAYS);
  if (begin > end)
    throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'end');
  if (begin > today)
    throw badInput(
      { zh: `开始日期不能晚于今天（${today}）`, en: `The begin cannot be after today (${today})` },
      'begin',
    );
  if (addDays(begin, MOST_NET_DAYS - 1) < end)
    throw badInput({ zh: `时间不能超过 ${MOST_NET_DAYS} 天`, en: `At most ${MOST_NET_DAYS} days` }, 'end');
  return { begin, end, from: periodOf(zone, 'day', begin).from, to: periodOf(zone, 'day', end).to };
}

/** The network with its balances and the meters that may be wrong. */
export async function netAnswer(trx: Db, params: NetParams, now: number): Promise<NetAnswer> {
  const net = await networkOf(trx, params);
  const { organisation, zone, dataType, nodes } = net;
  const range = rangeOf(zone, params, now);
  const ids = nodes.map((node) => node.id);
  const sums = await usageOverEach(trx, ids, range);
  const recorded = await recordedClasses(trx, ids);
  const limitOf = (id: number): number => recorded.get(id) ?? askedClass(dataType);
  const branches = nodes.map(({ id, childIds }) => ({ meterId: id, belowIds: childIds }));
  const hanging = branches.filter(({ belowIds }) => belowIds.length > 0);
  const energies = await branchEnergies(trx, organisation, hanging, { range, now, sums });
  const counted = (meterId: number, energy: bigint | null = null): Counted => ({
    meterId,
    energy,
    limit: limitOf(meterId),
  });
  const byId = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const meters = nodes.flatMap((node): NetMeter[] => {
    const meter = byId.get(node.id);
    const sum = sums.get(node.id);
    if (!meter) return [];
    const same = energies.get(node.id);
    // What does not count any more, or not yet, lacks nothing; what was never heard does.
    const below = node.childIds
      .filter((id) => same?.below.has(id) || byId.get(id)?.counting.from === null)
      .map((id) => counted(id, same?.below.get(id)));
    const seconds = dueSeconds(meter.counting, range.from, Math.min(range.to, now));
    return [
      {
        ammeterId: node.id,
        ammeterName: meter.name,
        ammeterCode: meter.code,
        parentId: node.parentId,
        depth: node.depth,
        energy: sum?.energy == null ? null : microToNumber(sum.energy),
        coverage: seconds > 0 ? Math.min(100, Math.floor((100 * (sum?.coveredS ?? 0)) / seconds)) : null,
        flags: flagNames((sum?.flags ?? 0) & ~FLAG.measured),
        accuracy: { limit: limitOf(node.id), recorded: recorded.has(node.id) },
        balance:
          node.childIds.length === 0 ? null : balanceText(balanceOf(counted(node.id, same?.own), below)),
        inUse: meter.inUse,
      },
    ];
  });
  const search = searchOf(zone, range, ids.length, now);
  return {
    consumerId: organisation.consumerId,
    consumerName: net.consumerName,
    dataType,
    dataTypes: net.dataTypes,
    unit: energyTypeOf(dataType).unit,
    timeZone: zone.name,
    begin: range.begin,
    end: range.end,
    meters,
    suspects: await suspectsOf(trx, zone, nodes, search, limitOf),
    searched: { begin: dateAt(zone, search.from), end: dateAt(zone, search.to - 1) },
  };
}

const numberOf = (micro: bigint | null): number | null => (micro === null ? null : microToNumber(micro));

const balanceText = ({ below, rest, share, uncertainty, verdict }: Balance): NetBalance => ({
  below: numberOf(below),
  rest: numberOf(rest),
  share,
  uncertainty,
  verdict,
});
