import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { lookOnce } from '#feature/watch/judge/server/public.ts';
import type { Product } from '../product.ts';

type Values = Readonly<Record<string, number>>;
interface RecordRow {
  readonly raised: number;
  readonly cleared: number | null;
  readonly revision: string | null;
  readonly limit: number | null;
}

/** Meters that rules are put to, their readings, looks of the judging, and the records that come of them. */
export function judgeScene(current: () => { product: Product; consumerId: number }) {
  async function look(now = Date.now()): Promise<void> {
    const ways = { outbox: current().product.services.config.outbox, outwardAllow: new Set<string>() };
    while ((await lookOnce(current().product.database.db, { ways, now, inDoubt: false })).ids.length > 0);
  }

  let meters = 0;
  async function newMeter(seconds = 60): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
      select 'Pump ' || ${++meters}::text, 'P' || ${meters}::text, id, (select min(s.id) from monitor_site s where s.consumer_id = c.id),
        '4', '1', ${seconds}, '1' from consumer c where id = ${current().consumerId} returning id`.execute(
      current().product.database.db,
    );
    return rows[0]?.id ?? 0;
  }

  async function store(meterId: number, list: readonly (readonly [at: number, values: Values])[]) {
    const builder = new BatchBuilder();
    for (const [at, values] of list) {
      builder.row(meterId, at);
      for (const [code, value] of Object.entries(values)) builder.set(codeIndex(code), value);
    }
    await storeReadings(current().product.database.db, builder.batch(), {});
  }

  async function recordsOf(meterId: number): Promise<RecordRow[]> {
    const { rows } = await sql<RecordRow>`
      select (extract(epoch from raised_at) * 1000)::float8 as raised, (extract(epoch from cleared_at) * 1000)::float8 as cleared,
        revision, limit_value as limit from alarm_record where ammeter_id = ${meterId} order by raised_at, id`.execute(
      current().product.database.db,
    );
    return rows;
  }

  return { look, newMeter, store, recordsOf };
}
