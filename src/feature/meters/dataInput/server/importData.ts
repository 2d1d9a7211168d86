import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Analysis, Mapping } from '../contract.ts';

export type ImportState = 'uploaded' | 'writing' | 'done' | 'failed' | 'stopped' | 'undone';

/** A row of `import_data`. */
export interface ImportData {
  readonly id: number;
  /** Null = of many enterprises. */
  readonly consumerId: number | null;
  readonly kind: 'import' | 'person';
  readonly state: ImportState;
  /** Where its values lie: one source, of many enterprises one in each. */
  readonly sources: readonly number[];
  readonly fileName: string;
  readonly sha256: string | null;
  readonly analysis: Analysis | null;
  readonly mapping: Mapping | null;
  readonly rowCount: number | null;
  readonly faultFileId: number | null;
  readonly missingFileId: number | null;
  readonly taskId: number | null;
  readonly employeeId: number;
}

/** The state of an import `i`: of one whose task was stopped while it was queued nobody else notes that it is over. */
export const STATE = sql`case when i.state = 'writing' and exists (select from task t
  where t.id = i.task_id and t.state in ('stopped', 'failed')) then 'stopped' else i.state end`;

/**
 * Reads one import. @param lock nobody else changes it before the transaction ends
 * @throws Fault 404 when there is none that the executor may see.
 */
export async function getImport(db: Db, id: number, lock?: 'lock'): Promise<ImportData> {
  const { rows } = await sql<ImportData>`
    select id, consumer_id as "consumerId", kind, ${STATE} as state, coalesce(source_ids, array_remove(array[source_id], null)) as sources, file_name as "fileName", sha256,
      analysis, mapping, row_count as "rowCount", fault_file_id as "faultFileId",
      missing_file_id as "missingFileId", task_id as "taskId",
      employee_id as "employeeId"
    from import_data i where id = ${id} ${lock ? sql`for update of i` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw noSuchRow();
  return row;
}
