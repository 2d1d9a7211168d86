import { sql } from 'kysely';
import { RANK } from '#domain/fold/point.ts';
import type { Db } from '#server/database/db.ts';

/** A source that told something. */
interface KnownSource {
  readonly name: string | null;
  readonly rank: number;
  /** False where it is undone or not finished. */
  readonly counts: boolean;
}

const DEVICE: KnownSource = { name: null, rank: RANK.device, counts: true };
const UNKNOWN: KnownSource = { name: null, rank: RANK.device, counts: false };

/** What is known of the sources of readings; one that the executor's scope does not show does not count. */
export async function sourcesOf(db: Db, sources: Iterable<number>): Promise<(source: number) => KnownSource> {
  const ids = [...new Set(sources)].filter((id) => id !== 0);
  if (ids.length === 0) return () => DEVICE;
  const { rows } = await sql<{ id: number; name: string | null; rank: number; counts: boolean }>`
    select id, name, rank::integer, status = 1 as counts from data_source where id = any(${ids}::integer[])`.execute(
    db,
  );
  const known = new Map<number, KnownSource>(rows.map(({ id, ...source }) => [id, source]));
  return (source) => (source === 0 ? DEVICE : (known.get(source) ?? UNKNOWN));
}

/** The sources beside the device that count and told something of any of the meters. */
export async function countingSources(db: Db, meterIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from data_source where status = 1 and id in (
      select source from data_source_meter where meter_id = any(${meterIds}::integer[]))`.execute(db);
  return rows.map((row) => row.id);
}
