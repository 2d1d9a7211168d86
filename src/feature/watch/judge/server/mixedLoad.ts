import { sql } from 'kysely';
import { codesOf, lookBack, type RuleVersion } from '#domain/alarm/judge.ts';
import {
  type MixedInput,
  type MixedReadings,
  mixedReadings,
  type JudgedInterval,
} from '#domain/alarm/mixed.ts';
import { figureLevels } from '#domain/alarm/openFigure.ts';
import type { PointCourse } from '#domain/alarm/signal.ts';
import { bucketStart } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import { codeAt, codeOf, type Reading } from '#domain/alarm/past.ts';
import { gaugesOver } from '#feature/meters/reading/server/public.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import { bucketsOf } from './bucket.ts';
import { pointCourse } from './pointCourse.ts';

/** A composition over several sources on a meter, with the time of its site. */
interface MixedOn {
  readonly ammeterId: number;
  readonly versions: readonly RuleVersion[];
  readonly zone: Zone;
}

/** A signal point that a composition looks at; instants in ms, null = never heard. */
export interface PointFacts {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly statesZh: string;
  readonly statesEn: string;
  readonly expectedSeconds: number | null;
  readonly timeZone: string;
  readonly heardAt: number | null;
  readonly receivedAt: number | null;
}

/** The points that a composition looks at on a meter, as far as the executor sees them. */
export async function pointsOfMixed(trx: Db, versions: readonly RuleVersion[]): Promise<PointFacts[]> {
  const ids = versions.flatMap(({ rule }) =>
    (rule.mixed?.signals ?? []).flatMap(({ points }) => [...points.keys()]),
  );
  if (ids.length === 0) return [];
  const { rows } = await sql<PointFacts>`
    select p.id, p.point_name as name, p.point_name_en as "nameEn", p.states_zh as "statesZh", p.states_en as "statesEn",
      nullif(p.expected_seconds, 0) as "expectedSeconds", coalesce(m.time_zone, ${homeZone}) as "timeZone", floor(extract(epoch from s.heard_at) * 1000)::float8 as "heardAt",
      floor(extract(epoch from s.received_at) * 1000)::float8 as "receivedAt"
    from signal_point p left join monitor_site m on m.id = p.site_id left join signal_state s on s.point_id = p.id where p.id = any (${[...new Set(ids)]}::integer[])`.execute(
    trx,
  );
  return rows;
}

/** What is known of the sources of a composition around an interval. */
export async function mixedInput(
  trx: Db,
  { ammeterId, versions, zone }: MixedOn,
  points: readonly PointFacts[],
  { begin, to, now }: Omit<JudgedInterval, 'anew'>,
): Promise<MixedInput> {
  // One that is too old just within the interval is told of before it.
  const readings = await valuesOver(trx, { ammeterId, versions }, begin - 1 - lookBack(versions), to);
  const figures = versions.flatMap(({ rule }) => (rule.mixed?.figures ?? []).map(({ figure }) => figure.of));
  const buckets = await Promise.all(
    figureLevels(versions).map((level) =>
      bucketsOf(
        trx,
        { meterId: ammeterId, zone, level, figures },
        bucketStart(zone, level, begin - 1),
        Math.min(to, now),
      ),
    ),
  );
  const courses = new Map<number, PointCourse>();
  for (const point of points)
    courses.set(point.id, await pointCourse(trx, point, { from: begin - 1, to, end: Infinity }));
  return { readings, buckets: buckets.flat(), points: courses };
}

/** The values that a composition asks for in [from, to] (ms): of its meter, and of others by their names there. */
async function valuesOver(
  trx: Db,
  { ammeterId, versions }: Omit<MixedOn, 'zone'>,
  from: number,
  to: number,
): Promise<Reading[]> {
  const names = [...new Set(versions.flatMap(({ rule }) => codesOf(rule)))].map(codeOf);
  const found: Reading[] = [];
  for (const meterId of new Set([null, ...names.map((one) => one.meterId)])) {
    const codes = names.filter((one) => one.meterId === meterId).map(({ code }) => code);
    const id = meterId ?? ammeterId;
    const own = (await gaugesOver(trx, [{ meterId: id, from, to }], codes)).get(id) ?? [];
    for (const reading of own) found.push(meterId === null ? reading : onOther(reading, meterId));
  }
  return found.toSorted((a, b) => a.at - b.at);
}

const onOther = ({ at, values }: Reading, meterId: number): Reading => ({
  at,
  values: Object.fromEntries(Object.entries(values).map(([code, value]) => [codeAt(code, meterId), value])),
});

/** What the sources of a composition say in an interval that is judged anew, as the executor sees them. */
export async function mixedOver(
  trx: Db,
  on: MixedOn,
  interval: Omit<JudgedInterval, 'anew'>,
): Promise<MixedReadings> {
  const input = await mixedInput(trx, on, await pointsOfMixed(trx, on.versions), interval);
  return mixedReadings(on.versions, input, { ...interval, anew: true });
}
