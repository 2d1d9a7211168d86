import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Services } from '#server/route.ts';

/** A position as it was told at last. */
export interface LastPosition {
  readonly value: number | null;
  /** ms */
  readonly heardAt: number | null;
  readonly fresh: boolean;
  readonly failure: Text | null;
}

const AGAIN_MS = 100;
const MOST_WAIT_MS = 3000;

interface Row {
  readonly id: number;
  readonly value: number | null;
  readonly heardAt: number | null;
  readonly triedAt: number | null;
  readonly failure: Text | null;
  readonly asked: boolean;
}

/**
 * Asks whoever polls the channels of outputs to read them now, and waits a moment for it. Nothing is written to a
 * device. Outputs of gateways tell by themselves: theirs is the last that was heard.
 */
export async function readPositions(
  { system }: Pick<Services, 'system'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LastPosition>> {
  const look = async (): Promise<Row[]> =>
    (
      await sql<Row>`
        select r.id, case when r.way = '2' then g.value::float8 else t.value::float8 end as value,
          round(extract(epoch from case when r.way = '2' then g.heard_at else t.heard_at end) * 1000)::float8 as "heardAt",
          round(extract(epoch from t.tried_at) * 1000)::float8 as "triedAt", t.failure, r.way in ('1', '3') as asked
        from i_remote_control r left join control_state t on t.control_id = r.id
        left join signal_state g on g.point_id = r.signal_point_id
        where r.id = any (${ids}::integer[])`.execute(system)
    ).rows;
  const before = new Map((await look()).map((row) => [row.id, row.triedAt]));
  await sql`select pg_notify('control', ${`read ${ids.join(' ')}`})`.execute(system);
  const waits = (row: Row): boolean => row.asked && row.triedAt === before.get(row.id);
  const until = Date.now() + MOST_WAIT_MS;
  let rows = await look();
  while (rows.some(waits) && Date.now() < until) {
    await sleep(AGAIN_MS);
    rows = await look();
  }
  return new Map(
    rows.map((row) => {
      const { id, value, heardAt, failure } = row;
      return [id, { value, heardAt, failure, fresh: row.asked && !waits(row) && failure === null }];
    }),
  );
}
