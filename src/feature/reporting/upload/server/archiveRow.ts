import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import { secondAt } from '#domain/time/text.ts';
import { resourceOf } from '#resource/index.ts';
import type { Db } from '#server/database/db.ts';
import { findRows } from '#server/resource/row.ts';
import { rowStateOf, SENT_BY_B, SENT_RESOURCES, type RowState, sentRow } from '../domain/archiveRow.ts';
import { sentLevel } from '../domain/told.ts';
import type { Reply } from '../domain/protocol.ts';
import type { Platform } from './platform.ts';
import { shaOf } from './receipt.ts';
import { requestKey } from './register.ts';
import { readA, readB, step, type Talk, urlOf } from './talk.ts';

/** A row of the archive beside what a platform has of it. */
export interface ArchiveRow {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly state: RowState;
  readonly dataIndex: string | null;
  readonly code: string | null;
  readonly message: string | null;
  /** ISO 8601; null where it was never sent. */
  readonly at: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

interface KeptRow {
  readonly rowId: number;
  readonly dataIndex: string | null;
  readonly sha: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly at: Date;
}

const MOST_ROWS = 2000;

/** The rows of one resource of the archive, with how each stands at the platform. */
export async function archiveRowsOf(
  db: Db,
  platform: Platform,
  name: string,
  ids: readonly number[] | null = null,
): Promise<ArchiveRow[]> {
  const resource = resourceOf(name);
  const { rows: found } = await sql<{ id: number }>`select id from ${sql.table(snake(name))}
    where consumer_id = ${platform.consumerId} and (${ids}::integer[] is null or id = any(${ids}::integer[]))
    order by id limit ${MOST_ROWS}`.execute(db);
  const rows = await findRows(db, resource, found.map(({ id }) => id)); // prettier-ignore
  const { rows: states } =
    await sql<KeptRow>`select row_id as "rowId", data_index as "dataIndex", sha, code, message, at
    from upload_archive_state where platform_id = ${platform.id} and resource = ${name}`.execute(db);
  const known = new Map(states.map((one) => [one.rowId, one]));
  return rows.map((row): ArchiveRow => {
    const fields = localTimes(sentRow(resource, row), platform);
    const kept = known.get(row.id);
    return {
      resource: name,
      id: row.id,
      title: String(row[resource.title] ?? row.id),
      state: rowStateOf(kept, shaOf(JSON.stringify(fields))),
      dataIndex: kept?.dataIndex ?? null,
      code: kept?.code ?? null,
      message: kept?.message ?? null,
      at: kept?.at.toISOString() ?? null,
      fields,
    };
  });
}

/** Instants as the platform writes them, on the clock of the site. */
const localTimes = (fields: Record<string, string>, { zone }: Platform): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? secondAt(zone, text) : text,
    ]),
  );

async function keepRow(db: Db, platform: Platform, row: ArchiveRow, said: Reply): Promise<void> {
  const taken = said.outcome === 'accepted' || said.outcome === 'duplicate';
  if (!taken && said.outcome !== 'refused') return;
  await sql`insert into upload_archive_state as s (platform_id, consumer_id, resource, row_id, data_index, sha, code, message)
    values (${platform.id}, ${platform.consumerId}, ${row.resource}, ${row.id}, ${taken ? said.receiptNo : null},
      ${taken ? shaOf(JSON.stringify(row.fields)) : null}, ${said.code}, ${said.message})
    on conflict (platform_id, resource, row_id) do update set data_index = coalesce(excluded.data_index, s.data_index),
      sha = excluded.sha, code = excluded.code, message = excluded.message, at = now()`.execute(db);
}

const subjectOf = (talk: Talk, recordId: number, row: Pick<ArchiveRow, 'resource' | 'id'>) => ({
  consumerId: talk.platform.consumerId,
  platformId: talk.platform.id,
  recordId,
  detailId: null,
  topic: 'archive' as const,
  about: `${row.resource} ${row.id}`,
  attempt: 1,
});

/** Sends one row by protocol A, as a new one or a change. */
async function sendRowA(talk: Talk, recordId: number, row: ArchiveRow): Promise<Reply> {
  const { platform } = talk;
  const verb = row.dataIndex === null ? 'add' : 'update';
  const body = JSON.stringify({
    regVersion: platform.regVersion ?? '',
    dicVersion: platform.dicVersion ?? '',
    enterpriseCode: platform.enterpriseCode ?? '',
    ...(row.dataIndex === null ? {} : { dataIndex: row.dataIndex }),
    ...row.fields,
  });
  const path = `/${SENT_RESOURCES[row.resource] ?? row.resource}/${verb}`;
  const ask = () =>
    step(talk, { url: urlOf(talk, path), body, subject: subjectOf(talk, recordId, row), read: readA });
  let said: Reply = await ask();
  if (said.outcome === 'keyExpired' && (await requestKey(talk))) said = await ask();
  await keepRow(talk.db, platform, row, said);
  return said;
}

/** The whole of what protocol B calls information, as it is sent. */
async function infoBodyB({
  db,
  platform,
}: Pick<Talk, 'db' | 'platform'>): Promise<{ body: string; rows: ArchiveRow[] }> {
  const lists: ArchiveRow[][] = [];
  for (const name of SENT_BY_B) lists.push(await archiveRowsOf(db, platform, name));
  const [process = [], processUnit = [], items = []] = lists;
  const { rows } = await sql<Record<string, string | null>>`select enterprise_code as code, cmp_name as name,
    type_code as "typeCode", industry_code as "industryCode", region_code as "regionCode", center, jgzh,
    corporation_name as "corporationCode", energy_consume_level as level, latitude::text as latitude,
    longitude::text as longitude, phone, group_name as "groupName", group_address as "groupAddress"
    from enterprise_info where consumer_id = ${platform.consumerId} limit 1`.execute(db);
  const { level, groupName, groupAddress, ...enterprise } = rows[0] ?? {};
  const body = JSON.stringify({
    deviceId: platform.deviceId ?? '',
    enterpriseCode: platform.enterpriseCode ?? '',
    collectItemConfig: items.map(
      ({ fields: { collectItemName, collectItemNameEn: _en, convertRation: _r, ...rest } }) => ({
        name: collectItemName,
        ...rest,
      }),
    ),
    enterprise: { ...enterprise, energyConsumeLevel: sentLevel(level) },
    group: { name: groupName ?? '', address: groupAddress ?? '' },
    process: process.map(({ fields }) => fields),
    processUnit: processUnit.map(({ fields: { unitCode, unitName, ...rest } }) => ({
      code: unitCode,
      name: unitName,
      ...rest,
    })),
  });
  return { body, rows: lists.flat() };
}

async function sendInfoB(talk: Talk, recordId: number): Promise<{ said: Reply; rows: ArchiveRow[] }> {
  const { body, rows } = await infoBodyB(talk);
  const said = await step(talk, {
    url: urlOf(talk, '/info', 'centerInfoURL'),
    body,
    subject: subjectOf(talk, recordId, { resource: 'info', id: 0 }),
    read: readB,
  });
  for (const row of rows) await keepRow(talk.db, talk.platform, row, { ...said, receiptNo: null });
  return { said, rows };
}

/** How rows of the archive ended. */
export interface RowsSent {
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
}

/**
 * Sends rows of the archive that the platform has not as they are; `stopped` is asked between them. By protocol B all goes
 * in one request.
 */
export async function sendRows(
  talk: Talk,
  recordId: number,
  rows: readonly ArchiveRow[],
  stopped: () => Promise<boolean>,
  progress: (sent: RowsSent) => Promise<void>,
): Promise<RowsSent> {
  let sent: RowsSent = { acknowledged: 0, refused: 0, unknown: 0 };
  const count = ({ outcome }: Reply, n = 1): void => {
    if (outcome === 'accepted' || outcome === 'duplicate')
      sent = { ...sent, acknowledged: sent.acknowledged + n };
    else if (outcome === 'refused') sent = { ...sent, refused: sent.refused + n };
    else sent = { ...sent, unknown: sent.unknown + n };
  };
  if (talk.platform.protocol === 'B') {
    if (rows.length > 0) count((await sendInfoB(talk, recordId)).said, rows.length);
    await progress(sent);
    return sent;
  }
  for (const row of rows) {
    if (await stopped()) break;
    count(await sendRowA(talk, recordId, row));
    await progress(sent);
  }
  return sent;
}

/**
 * The rows that a batch of archive data is to carry: those named, or all; without what the platform has as it is.
 */
export async function rowsToSend(
  db: Db,
  platform: Platform,
  wanted: readonly { readonly resource: string; readonly ids: readonly number[] | null }[],
): Promise<ArchiveRow[]> {
  const lists: ArchiveRow[][] = [];
  for (const { resource, ids } of wanted)
    lists.push((await archiveRowsOf(db, platform, resource, ids)).filter(({ state }) => state !== 'same'));
  return lists.flat();
}
