import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { inBoth } from '#contract/inBoth.ts';
import { resolveOutward } from '#feature/meters/collector/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { HELD_FROM, IS_ON, keepEnd, type Run, RUN_COLUMNS, type RunEnd, type Ways } from './run.ts';

const PATIENCE_MS = 10_000;
/** Waits before the second, third, fourth try, s. */
const HOOK_WAITS = [30, 120, 600] as const;
/** A process that died while it sent is replaced after so long, s. */
const LEASE_S = 60;
const BATCH = 10;
const MAY_PASS = new Set([408, 425, 429]);

/**
 * Takes the web hooks that are due, each for one process, the enterprises in turn: a server that is away keeps its own waiting.
 * What is switched off is not sent; `runDue` ends it.
 */
async function takeHooks(db: Db): Promise<readonly Run[]> {
  const { rows } = await sql<Run>`
    with due as (
      select r.id, row_number() over (partition by r.consumer_id order by r.due_at, r.id) as turn from ${HELD_FROM}
      where r.record_source = 'machine' and r.run_state = 'waiting' and r.linkage_type = '6' and r.due_at <= now() and ${IS_ON}),
    turns as (select array(select id from due order by turn, id limit ${4 * BATCH}) as ids)
    update linkage_record r set tries = r.tries + 1, due_at = now() + make_interval(secs => ${LEASE_S})
    where r.id in (select h.id from turns t join linkage_record h on h.id = any (t.ids)
      where h.run_state = 'waiting' and h.due_at <= now()
      order by array_position(t.ids, h.id) limit ${BATCH} for update of h skip locked)
    returning ${RUN_COLUMNS}`.execute(db);
  return rows;
}

/** Sends the web hooks that are due. @returns how many were tried */
export async function sendHooks(db: Db, ways: Ways): Promise<number> {
  const runs = await takeHooks(db);
  await Promise.all(
    runs.map(async (run) => {
      const { end, again } = await sendHook(run, ways);
      const wait = again ? HOOK_WAITS[run.tries - 1] : undefined;
      if (wait === undefined) await keepEnd(db, run.id, end);
      else
        await sql`update linkage_record set due_at = now() + make_interval(secs => ${wait})
          where id = ${run.id} and run_state = 'waiting'`.execute(db);
    }),
  );
  return runs.length;
}

const failed = (reason: RunEnd['reason'], detail: string): RunEnd => ({ state: 'failed', reason, detail });

/** The message of a web hook: JSON with the record, the raise, level, sentence and data time. */
const bodyOf = (run: Run): string =>
  JSON.stringify({
    id: run.id,
    linkage: run.linkageName,
    alarmRecordId: run.recordId,
    count: run.count,
    alarm: run.alarmName,
    level: run.content.level,
    text: run.content.text,
    raisedAt: run.raisedAt,
    siteId: run.siteId,
  });

/** One try: 2xx = taken; 408, 425, 429, 5xx and silence may pass; any other reply, also to go elsewhere, is a refusal. */
async function sendHook(run: Run, { outwardAllow }: Ways): Promise<{ end: RunEnd; again: boolean }> {
  const url = new URL(run.recipient);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const found = await resolveOutward(url.hostname.replace(/^\[|\]$/g, ''), port, outwardAllow);
  if ('refused' in found) return { end: failed('hostRefused', inBoth(found.refused)), again: false };
  if ('unknown' in found) return { end: failed('hostUnknown', inBoth(found.unknown)), again: true };
  try {
    const status = await post(url, found.address, run.id, bodyOf(run));
    if (status >= 200 && status < 300)
      return { end: { state: 'done', reason: 'answered', detail: String(status) }, again: false };
    return { end: failed('refused', String(status)), again: status >= 500 || MAY_PASS.has(status) };
  } catch (error) {
    return { end: failed('noAnswer', error instanceof Error ? error.message : String(error)), again: true };
  }
}

/** Posts to the very address that was checked: the name is not looked up again, no redirect is followed. @returns the status */
function post(url: URL, address: string, id: number, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? secure : plain;
    const request = send(url, {
      method: 'POST',
      agent: false,
      timeout: PATIENCE_MS,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': `linkage-${id}`,
      },
      lookup: (_host, options, done) => {
        const family = isIPv6(address) ? 6 : 4;
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    });
    request.on('response', (reply) => {
      resolve(reply.statusCode ?? 0);
      // What it says is not read: it may be without end.
      reply.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}
