import { sql } from 'kysely';
import { Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import type { Db } from '#server/database/db.ts';
import { inBoth } from '#contract/inBoth.ts';
import { periodsIn } from '../domain/period.ts';
import { archiveRowsOf, rowsToSend, sendRows } from './archiveRow.ts';
import { type Batch, countBatch, endBatch, isStopped } from './batch.ts';
import { itemsOf } from './items.ts';
import { prepareItem } from './prepare.ts';
import { checkVersions, ensureKey } from './register.ts';
import { sendDue } from './send.ts';
import type { Talk } from './talk.ts';
import { figuresOf, groundOf } from './values.ts';

/** How long a batch waits for a platform that does not answer, s. */
const AWAY_S = 30;
const SAY_MS = 700;
const SHORT: ReadonlySet<StatType> = new Set([STAT_TYPE.quarter, STAT_TYPE.day]);

/** Sets what was on its way when a process died: nobody knows whether it arrived. */
export async function recover(db: Db, platformId: number): Promise<void> {
  await sql`update upload_detail set figure_state = 'unknown', _due_at = now()
    where platform_id = ${platformId} and figure_state = 'sending'`.execute(db);
}

/**
 * Takes a batch as far as it goes now: to its end, to where a person stopped it, or to where everything left waits for a
 * later attempt. Called again it goes on. Whoever calls it holds the platform for itself.
 */
export async function runBatch(talk: Talk, batch: Batch): Promise<void> {
  const { db } = talk;
  await sql`update upload_record set started_at = coalesce(started_at, now()),
      record_state = case when record_state = 'prepared' then 'preflight' else record_state end
    where id = ${batch.id}`.execute(db);
  if (await isStopped(db, batch.id)) return endStopped(talk, batch);
  try {
    const blocked = blockOf(talk);
    if (blocked) return await endBatch(db, batch.id, 'blocked', inBoth(blocked));
    if (!(await ensureKey(talk)) || !(await checkVersions(talk))) return await wait(talk, batch);
    await (batch.kind === 'info' ? runInfo(talk, batch) : runData(talk, batch));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await endBatch(db, batch.id, 'blocked', inBoth(error.text));
  }
}

/** What keeps a platform from being reported to at all; null = nothing. */
function blockOf({ platform }: Pick<Talk, 'platform'>): Text | null {
  if (platform.enterpriseCode === null)
    return { zh: 'P02 企业注册信息未填写', en: 'P02 the enterprise registration is not filled in' };
  if (!platform.registered) return { zh: 'P01 尚未在平台注册', en: 'P01 not registered at the platform' };
  return null;
}

async function wait({ db }: Talk, { id }: Batch): Promise<void> {
  const said = inBoth({
    zh: `平台未应答，${AWAY_S} s 后再试`,
    en: `The platform does not answer; tried again in ${AWAY_S} s`,
  });
  await sql`update upload_record set _due_at = now() + make_interval(secs => ${AWAY_S}), message = ${said}
    where id = ${id}`.execute(db);
}

async function endStopped(talk: Talk, { id, kind }: Batch): Promise<void> {
  if (kind === 'data') await countBatch(talk.db, id);
  await endBatch(talk.db, id, 'stopped');
}

/** Asks the database at most every 300 ms. */
function stopWatch({ db, halt }: Talk, id: number): () => Promise<boolean> {
  let [asked, stopped] = [0, false];
  return async () => {
    if (halt?.aborted) return true;
    if (stopped || Date.now() - asked < 300) return stopped;
    asked = Date.now();
    return (stopped = await isStopped(db, id));
  };
}

async function runData(talk: Talk, batch: Batch): Promise<void> {
  const { db } = talk;
  const stopped = stopWatch(talk, batch.id);
  if (batch.state !== 'sending') {
    await prepareAll(talk, batch, stopped);
    if (await isStopped(db, batch.id)) return endStopped(talk, batch);
    if (talk.halt?.aborted) return;
    await countBatch(db, batch.id);
    await sql`update upload_record set record_state = 'sending', message = null where id = ${batch.id}`.execute(
      db,
    );
  }
  await sendNewItems(talk, batch, stopped);
  let said = 0;
  await sendDue(talk, batch.id, {
    stopped,
    progress: async () => {
      if (Date.now() - said < SAY_MS) return;
      said = Date.now();
      await countBatch(db, batch.id);
    },
  });
  const { open, later } = await countBatch(db, batch.id);
  if (await isStopped(db, batch.id))
    return open === 0 ? endBatch(db, batch.id, 'done') : endStopped(talk, batch);
  if (open === 0) await endBatch(db, batch.id, 'done');
  else if (later === open)
    await endBatch(
      db,
      batch.id,
      'partial',
      inBoth({
        zh: '平台未确认的数据将在下一时段再报',
        en: 'What was not acknowledged is sent again with the next slot',
      }),
    );
}

async function prepareAll(talk: Talk, batch: Batch, stopped: () => Promise<boolean>): Promise<void> {
  const { db, platform } = talk;
  const { itemIds, from = 0, to = 0, again = false, only } = batch.params;
  const now = Date.now();
  const ground = await groundOf(db, platform);
  const items = await itemsOf(db, platform.consumerId, itemIds ? { ids: itemIds } : {});
  let skippedCount = 0;
  for (const item of items) {
    if (await stopped()) return;
    const periods = periodsIn(platform.zone, item.statType, from, to).filter(
      // Of short periods those to come say nothing; of a month or year people hear why it is held.
      (period) => (SHORT.has(item.statType) ? period.to <= now : period.from <= now),
    );
    const figures = await figuresOf(ground, item, periods);
    const done = await prepareItem(db, figures, {
      recordId: batch.id,
      platformId: platform.id,
      consumerId: platform.consumerId,
      again,
      only,
      now,
    });
    const { skipped: n } = done;
    skippedCount += n;
  }
  await sql`update upload_record set skipped = ${skippedCount} where id = ${batch.id}`.execute(db);
}

/** Items that the platform does not know, or not as they are now, go first; figures of refused ones are held. */
async function sendNewItems(talk: Talk, batch: Batch, stopped: () => Promise<boolean>): Promise<void> {
  const { db, platform } = talk;
  const { rows } = await sql<{ id: number }>`select distinct item_id as id from upload_detail
    where record_id = ${batch.id} and figure_state in ('waiting', 'unknown')`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const fresh = await rowsToSend(db, platform, [{ resource: 'dataCollectConfigure', ids }]);
  if (fresh.length > 0) await sendRows(talk, batch.id, fresh, stopped, async () => {});
  const states = await archiveRowsOf(db, platform, 'dataCollectConfigure', ids);
  const refused = states.filter(({ state }) => state === 'refused');
  for (const { id, code, message } of refused)
    await sql`update upload_detail set figure_state = 'held', held_rule = 'P04',
        cause = ${inBoth(refusedItem([code, message].filter(Boolean).join(' ')))}
      where record_id = ${batch.id} and item_id = ${id} and figure_state = 'waiting' and attempts = 0`.execute(
      db,
    );
}

const refusedItem = (why: string): Text => ({
  zh: `平台拒绝了采集项：${why}`,
  en: `The platform refused the item: ${why}`,
});

async function runInfo(talk: Talk, batch: Batch): Promise<void> {
  const { db, platform } = talk;
  const rows = await rowsToSend(db, platform, batch.params.rows ?? []);
  const keep = (sent: { acknowledged: number; refused: number; unknown: number }) =>
    sql`update upload_record set record_state = 'sending', total = ${rows.length}, acknowledged = ${sent.acknowledged},
      refused = ${sent.refused}, "unknown" = ${sent.unknown} where id = ${batch.id}`.execute(db);
  await keep({ acknowledged: 0, refused: 0, unknown: 0 });
  const sent = await sendRows(
    talk,
    batch.id,
    rows,
    stopWatch(talk, batch.id),
    async (now) => void (await keep(now)),
  );
  const settled = sent.acknowledged + sent.refused;
  if (settled < rows.length && (await isStopped(db, batch.id))) return endBatch(db, batch.id, 'stopped');
  if (talk.halt?.aborted && settled < rows.length) return;
  await endBatch(db, batch.id, settled === rows.length ? 'done' : 'partial');
}
