import { sql } from 'kysely';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import { CHECK_FILE_TYPES } from '#resource/yunshui/checkplanCheckfile.ts';
import type { Db } from '#server/database/db.ts';
import type { ArchiveFile } from '../contract.ts';

/** Kinds of files that are a tab of their own; evidence and the annual table have other lists. */
const KINDS = ARCHIVE_TABS.filter(
  ({ number, resource }) => Object.hasOwn(CHECK_FILE_TYPES, String(number)) && !resource && number !== 30,
);

/** The newest file of each kind that an enterprise's archive wants; nulls where none was uploaded. */
export async function filesOf(trx: Db, consumerId: number): Promise<ArchiveFile[]> {
  const { rows } = await sql<{ kind: number; fileName: string; version: number | null; at: number | null }>`
    select distinct on (file_type) file_type::integer as kind, shown_name(file_name, file_name_en) as "fileName", version,
      (date_part('epoch', uploaded_at) * 1000)::float8 as at
    from checkplan_checkfile where consumer_id = ${consumerId}
    order by file_type, version desc nulls last, id desc`.execute(trx);
  const newest = new Map(rows.map((row) => [row.kind, row]));
  return KINDS.map(({ number, name, screen }): ArchiveFile => {
    const file = newest.get(number);
    return {
      kind: number,
      label: name,
      screen,
      fileName: file?.fileName ?? null,
      version: file?.version ?? null,
      uploadedAt: file?.at ?? null,
    };
  });
}
