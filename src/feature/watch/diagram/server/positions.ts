import { sql } from 'kysely';
import { sourceKey } from '#contract/scene/binding.ts';
import { holdOf } from '#domain/signal/interval.ts';
import { readStates } from '#domain/signal/word.ts';
import type { Db } from '#server/database/db.ts';
import { groupedBy } from '#domain/group.ts';
import type { SourceValue } from '../contract.ts';

interface PointRow {
  readonly id: number;
  readonly statesZh: string;
  readonly statesEn: string;
  readonly expectedSeconds: number | null;
  readonly english: boolean;
}
interface Position {
  readonly id: number;
  readonly value: number | null;
  readonly heardAt: number | null;
}

/** Where signal points stood at an instant (ms), and when they were last heard before it. */
export async function positionsAt(
  trx: Db,
  pointIds: readonly number[],
  at: number,
  now: number,
): Promise<SourceValue[]> {
  const { rows: points } = await sql<PointRow>`
    select id, states_zh as "statesZh", states_en as "statesEn", nullif(expected_seconds, 0) as "expectedSeconds",
      shown_name('zh', 'en') = 'en' as english
    from signal_point where id = any (${pointIds}::integer[]) and state = '1'`.execute(trx);
  const ids = points.map(({ id }) => id);
  const positions = groupedBy(
    at >= now ? await present(trx, ids) : await past(trx, ids, at),
    (one) => one.id,
  );
  return points.map((point) => {
    const [position] = positions.get(point.id) ?? [];
    const hold = holdOf(point.expectedSeconds);
    return {
      key: sourceKey({ kind: 'signal', signalPointId: point.id }),
      value: position?.value ?? null,
      ts: position?.heardAt ?? null,
      unit: '',
      holdMs: Number.isFinite(hold) ? hold : null,
      words: Object.fromEntries(readStates(point.english ? point.statesEn : point.statesZh) ?? []),
    };
  });
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

async function present(trx: Db, ids: readonly number[]): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select point_id as id, value, ${ms('heard_at')} as "heardAt" from signal_state
    where point_id = any (${ids}::integer[])`.execute(trx);
  return rows;
}

async function past(trx: Db, ids: readonly number[], at: number): Promise<Position[]> {
  const until = new Date(at);
  const { rows } = await sql<Position & { hour: number | null; instants: number[] | null }>`
    select p.id, c.value, ${ms('c.ts')} as "heardAt", ${ms('h.hour')} as hour, h.instants
    from unnest(${ids}::integer[]) p (id)
    join lateral (select value, ts from signal where point_id = p.id and ts <= ${until} order by ts desc limit 1) c on true
    left join lateral (select hour, instants from signal_heard where point_id = p.id and hour <= ${until}
      order by hour desc limit 2) h on true`.execute(trx);
  // It was told again and again since it changed: the last time says how old it was.
  return ids.flatMap((id) => {
    const own = rows.filter((row) => row.id === id);
    const [first] = own;
    if (!first) return [];
    const heard = own.flatMap(({ hour, instants }) =>
      hour === null ? [] : (instants ?? []).map((offset) => hour + offset).filter((ts) => ts <= at),
    );
    return [{ id, value: first.value, heardAt: Math.max(first.heardAt ?? 0, ...heard) }];
  });
}
