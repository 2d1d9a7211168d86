import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import type { BatchState, BatchTrigger } from '#contract/upload.ts';
import type { Db } from '#server/database/db.ts';
import type { BatchCounts, BatchLine, BatchProgress } from '../contract.ts';
import { halfIn } from '#contract/inBoth.ts';

interface Row extends BatchCounts {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly state: BatchState;
  readonly trigger: BatchTrigger;
  readonly message: string | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly startedBy: string | null;
}

const COLUMNS = sql`id, id::text as key, shown_name(record_name, record_name_en) as name, record_state as state, trigger_kind as trigger, total,
  acknowledged, refused, "unknown", held, skipped, message, started_at as "startedAt", ended_at as "endedAt",
  started_by as "startedBy"`;

/** Settled ÷ all; 1 only where everything is settled, 0 until it is known what there is to do. */
function processOf({
  total,
  acknowledged,
  refused,
  held,
  state,
}: BatchCounts & { state: BatchState }): number {
  if (state === 'done') return 1;
  if (total === 0 || state === 'prepared' || state === 'preflight' || state === 'blocked') return 0;
  const settled = acknowledged + refused + held;
  // Cut, so that nothing unsettled ever reads as all.
  return settled >= total
    ? state === 'sending'
      ? 0.9999
      : 1
    : Math.floor((settled / total) * 10_000) / 10_000;
}

function lineOf(row: Row, language: Language): BatchLine {
  const { id, key, name, state, trigger, message, startedAt, endedAt, startedBy, ...counts } = row;
  return {
    key,
    process: processOf({ ...counts, state }),
    state,
    uploadRecordId: id,
    counts,
    message: halfIn(message, language),
    name,
    trigger,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    startedBy: halfIn(startedBy, language),
  };
}

/** How far the batch of a key is. @throws Fault 404 where the caller sees none */
export async function progressOf(trx: Db, key: string, language: Language): Promise<BatchProgress> {
  const { rows } = await sql<Row>`select ${COLUMNS} from upload_record where id = ${Number(key)}`.execute(
    trx,
  );
  if (!rows[0]) throw noSuchRow();
  const { key: same, process, state, uploadRecordId, counts, message } = lineOf(rows[0], language);
  return { key: same, process, state, uploadRecordId, counts, message };
}

/** The batch of a platform that is under way, else the last one. */
export async function currentBatch(
  trx: Db,
  platformId: number,
  language: Language,
): Promise<BatchLine | null> {
  const { rows } = await sql<Row>`select ${COLUMNS} from upload_record where platform_id = ${platformId}
    order by record_state in ('preflight', 'sending') desc, record_state = 'prepared' desc, id desc limit 1`.execute(
    trx,
  );
  return rows[0] ? lineOf(rows[0], language) : null;
}
