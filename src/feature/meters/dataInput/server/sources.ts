import { sql } from 'kysely';
import { createSource } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { FileValue } from '../domain/rowReader.ts';
import type { ImportData } from './importData.ts';
import type { ImportMeter } from './meters.ts';

/** The sources under which an import writes: the one of its enterprise, or one in each that has values of it. */
export interface Sources {
  readonly ids: () => number[];
  /** Values by the source under which they are stored; a source that is missing is made. */
  readonly split: (values: readonly FileValue[]) => Promise<Map<number, FileValue[]>>;
}

/** Opens the sources of an import, those that an earlier try of the same task made among them. */
export async function openSources(
  db: Db,
  data: ImportData,
  meters: readonly ImportMeter[],
): Promise<Sources> {
  const { rows } = await sql<{ id: number; consumerId: number }>`
    select id, consumer_id as "consumerId" from data_source where id = any(${data.sources}::integer[])`.execute(
    db,
  );
  const byConsumer = new Map(rows.map((row) => [row.consumerId, row.id]));
  const consumerOf = new Map(meters.map((meter) => [meter.id, meter.consumerId]));
  const sourceOf = async (consumerId: number): Promise<number> => {
    const known = byConsumer.get(consumerId);
    if (known !== undefined) return known;
    if (data.consumerId !== null) throw new Error(`import ${data.id} has no source`);
    const made = await db.transaction().execute(async (trx) => {
      const source = await createSource(trx, {
        consumerId,
        kind: 'import',
        name: data.fileName,
        createdBy: data.employeeId,
        pending: true,
      });
      await sql`update import_data set source_ids = coalesce(source_ids, '{}') || ${source}::integer
        where id = ${data.id}`.execute(trx);
      return source;
    });
    byConsumer.set(consumerId, made);
    return made;
  };
  return {
    ids: () => [...byConsumer.values()],
    split: async (values) => {
      const parts = new Map<number, FileValue[]>();
      for (const value of values) {
        const source = await sourceOf(consumerOf.get(value.meterId) ?? 0);
        const part = parts.get(source);
        if (part) part.push(value);
        else parts.set(source, [value]);
      }
      return parts;
    },
  };
}
