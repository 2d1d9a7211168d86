import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Workload } from './workload.ts';
import { openDatabase } from './weigh.ts';
import { cpuOf } from './cpu.ts';

export interface CopyFigure {
  readonly values: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Processor time of the database's process; NaN where it cannot be read. */
  readonly cpuSeconds: number;
}

/**
 * The reference: the same rows by plain COPY into a table with the same columns and key in the same database,
 * written beforehand as text, so that nothing but the database is measured.
 */
export async function plainCopy(
  dataDir: string,
  workload: Workload,
  part: 'week' | 'year',
): Promise<CopyFigure> {
  const chunks: string[] = [];
  let values = 0;
  let codes: readonly string[] = [];
  for (const rows of workload.batches(part, { stepsPerBatch: part === 'week' ? 16 : 320 })) {
    codes = rows[0]?.codes ?? codes;
    let text = '';
    for (const row of rows) {
      values += row.values.length;
      text += `${row.meter}\t0\t${new Date(row.ts * 1000).toISOString()}\t${row.values.join('\t')}\n`;
    }
    chunks.push(text);
  }
  const client = await openDatabase(dataDir);
  try {
    await client.query('create table if not exists bench_copy (like reading including all)');
    await client.query('truncate bench_copy');
    const columns = codes.map((code) => code.toLowerCase()).join(', ');
    const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = own[0]?.pid ?? 0;
    const cpu = cpuOf(pid);
    const begun = performance.now();
    const stream = client.query(copyFrom(`copy bench_copy (meter_id, source, ts, ${columns}) from stdin`));
    const done = finished(stream);
    for (const chunk of chunks) if (!stream.write(chunk)) await new Promise((go) => stream.once('drain', go));
    stream.end();
    await done;
    const seconds = (performance.now() - begun) / 1000;
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_total_relation_size('bench_copy') as bytes`,
    );
    return { values, seconds, bytes: Number(rows[0]?.bytes), cpuSeconds: cpuOf(pid) - cpu };
  } finally {
    await client.query('drop table if exists bench_copy');
    await client.end();
  }
}
