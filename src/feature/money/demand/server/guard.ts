import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { microToNumber, numberToMicro, textToMicro } from '#domain/decimal/decimal.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { methodText } from '#domain/demand/ruleText.ts';
import { type Projection, projectDemand } from '#domain/demand/projection.ts';
import { ALWAYS, isDue } from '#domain/fold/counting.ts';
import { HOUR_MS_EXACT, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { organisationOf, type SignedMeter, standFor } from '#feature/meters/subject/server/public.ts';
import { type DemandRule, demandRules } from './demandRule.ts';
import { toldLately, usageSum, visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { DemandMonth, GuardBasis, GuardState } from '../contract.ts';

/** Power that came longer ago says nothing of now. */
const FRESH_MS = 5 * MINUTE_MS;

/** A limit as its row says it. */
export interface GuardRow {
  readonly id: number;
  readonly guardName: string;
  readonly guardNameEn: string;
  readonly consumerId: number;
  readonly orgId: number;
  readonly orgName: string;
  /** The site that the limit is of; null where it is of something else. */
  readonly siteId: number | null;
  readonly limitPower: string;
  readonly warnShare: number;
  readonly timeZone: string;
  /** Since when it has been watched as it is. */
  readonly since: Date;
}

/** Limits in use, of an enterprise or of all. */
export async function guardsOf(db: Db, consumerId: number | null): Promise<GuardRow[]> {
  const { rows } = await sql<GuardRow>`
    select g.id, shown_name(g.guard_name, g.guard_name_en) as "guardName",
      coalesce(nullif(g.guard_name_en, ''), g.guard_name) as "guardNameEn", g.consumer_id as "consumerId", g.org_id as "orgId", shown_name(o.name, o.name_en) as "orgName",
      (select m.id from monitor_site m where m.id = g.org_id) as "siteId",
      g.limit_power::text as "limitPower", g.warn_share as "warnShare", g._since as since,
      coalesce((select min(s.time_zone) from monitor_site s where s.consumer_id = g.consumer_id), ${homeZone}) as "timeZone"
    from demand_guard g join org o on o.id = g.org_id
    where g.state = '1' and (${consumerId}::integer is null or g.consumer_id = ${consumerId}) order by g.guard_name`.execute(
    db,
  );
  return rows;
}

/** The meters of a limit, and how their demand is measured at an instant. */
export async function guardedBy(
  db: Db,
  { consumerId, orgId, timeZone }: GuardRow,
  at: number,
): Promise<{ readonly signed: readonly SignedMeter[]; readonly rule: DemandRule }> {
  const organisation = await organisationOf(db, consumerId, { orgIds: [orgId] });
  const signed = standFor(organisation, orgId, '1').meters;
  const subject = { orgId, consumerId, dataType: ENERGY.electricity };
  const [rule] = await demandRules(db, { subject, organisation, signed, zone: zoneOf(timeZone) }, [at]);
  return { signed, rule: rule as DemandRule };
}

/** A power as meters told it, and when the first of them did (ms). */
interface LivePower {
  readonly power: bigint;
  readonly toldAt: number;
}

/** The power of signed meters now, from readings of the last minutes; null where one of them has none. */
async function powerNow(db: Db, signed: readonly SignedMeter[], now: number): Promise<LivePower | null> {
  const told = await toldLately(db, signed.map((one) => one.meterId), 'PZ', now - FRESH_MS + 1, now); // prettier-ignore
  const powers = signed.map(({ meterId, sign }) => {
    const power = told.get(meterId);
    return power === undefined ? null : sign * power.value;
  });
  const power = sumOf(powers);
  if (power === null || powers.includes(null)) return null;
  return { power: numberToMicro(power), toldAt: Math.min(...[...told.values()].map(({ at }) => at)) };
}

/** What a limit's running window is, and how it will end. */
export interface Guarded {
  readonly guard: GuardRow;
  readonly rule: DemandRule;
  readonly from: number;
  readonly limit: bigint;
  readonly energy: bigint;
  readonly knownTo: number;
  readonly power: bigint | null;
  readonly basis: GuardBasis;
  /** When the power was told, ms: of several meters the oldest; null = it was not measured. */
  readonly toldAt: number | null;
  readonly projection: Projection | null;
  /** The end value reaches the share of the limit at which it warns. */
  readonly warns: boolean;
}

/** Looks at the running window of a limit: energy so far, present power, projected end value. */
export async function guardNow(db: Db, guard: GuardRow, now: number): Promise<Guarded> {
  const from = Math.floor(now / QUARTER_MS) * QUARTER_MS;
  const limit = textToMicro(guard.limitPower);
  const { signed: meters, rule } = await guardedBy(db, guard, now);
  const shown = new Map((await visibleMeters(db, meters.map((one) => one.meterId))).map((one) => [one.id, one.counting])); // prettier-ignore
  const signed = meters.filter((one) => isDue(shown.get(one.meterId) ?? ALWAYS, from, from + QUARTER_MS));
  const nothing = {
    guard,
    rule,
    from,
    limit,
    energy: 0n,
    knownTo: from,
    power: null,
    basis: 'none' as const,
    toldAt: null,
    projection: null,
    warns: false,
  };
  if (signed.length === 0) return nothing;
  const [before, own] = await usageSum(db, signed, 1, from - QUARTER_MS, from + QUARTER_MS);
  const known = own?.energy != null && own.missing.length === 0;
  const energy = known ? (own.energy ?? 0n) : 0n;
  const knownTo = known ? Math.min(now, from + own.coveredSeconds * 1000) : from;
  const live = await powerNow(db, signed, now);
  // Without live power the window itself tells it, else the quarter before.
  const inside = knownTo - from >= 60_000 ? (energy * HOUR_MS_EXACT) / BigInt(knownTo - from) : null;
  const last = before?.energy != null && before.missing.length === 0 ? before.energy * 4n : null;
  const power = live?.power ?? inside ?? last;
  if (power === null) return { ...nothing, energy, knownTo };
  const basis: GuardBasis = live !== null ? 'power' : inside !== null ? 'window' : 'quarter';
  const projection = projectDemand({ from, to: from + QUARTER_MS, knownTo, energy, power }, limit);
  const warns = projection.end * 100n > limit * BigInt(guard.warnShare);
  const toldAt = live?.toldAt ?? null;
  return { guard, rule, from, limit, energy, knownTo, power, basis, toldAt, projection, warns };
}

/** The same as it travels. */
export function stateOf(
  { guard, rule, from, limit, energy, knownTo, power, basis, projection, warns }: Guarded,
  now: number,
  month: DemandMonth | null,
): GuardState {
  const kW = (value: bigint): number => Math.round(microToNumber(value) * 100) / 100;
  return {
    guardId: guard.id,
    guardName: guard.guardName,
    orgId: guard.orgId,
    orgName: guard.orgName,
    timeZone: guard.timeZone,
    now,
    from,
    to: from + QUARTER_MS,
    knownTo,
    method: methodText(rule.slip),
    month,
    limit: kW(limit),
    energy: kW(energy),
    power: power === null ? null : kW(power),
    basis,
    projected: projection ? kW(projection.end) : null,
    warns,
    shed: projection && projection.shed > 0n ? kW(projection.shed) : null,
    shedUntil: projection && projection.shed > 0n ? projection.to : null,
    possible: projection?.possible ?? true,
  };
}
