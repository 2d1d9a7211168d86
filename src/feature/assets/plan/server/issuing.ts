import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { ISSUE_ATTEMPTS, ISSUE_TIMEOUT_MS, SLOT_MINUTES, type ReplyKind } from '#contract/plan.ts';
import { judgeReply } from '#domain/storage/planCourse.ts';
import { sendRpc } from '#feature/meters/messaging/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { PLANS } from './plan.ts';

export interface IssuingOptions {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Gateways are at an external broker. */
  readonly external: boolean;
  /** How long an attempt waits for its answer, ms. */
  readonly timeoutMs?: number;
}

/** What waits to be sent is looked for so often, ms. */
const LOOK_MS = 1000;
/** So many plans are sent at a time. */
const MOST_AT_A_TIME = 250;
/** Longer than an attempt takes: whoever made it is gone, ms. */
const SPARE_MS = 10_000;
const MOST_STOP_MS = 3000;
const MOST_ANSWER = 2000;

/** An attempt that was written down before anything was sent. */
interface Attempt {
  readonly id: number;
  readonly planId: string;
  readonly consumerId: number;
  readonly version: number;
  readonly planDate: string;
  readonly points: readonly number[];
  readonly sha256: string;
  readonly attempt: number;
  readonly gatewayId: number | null;
  readonly deviceName: string | null;
  /** As the database says it: an attempt is told from another of the same number by it. */
  readonly startedAt: string;
}

const ATTEMPT = sql`p.id, p.plan_id as "planId", p.consumer_id as "consumerId", p.version, p.plan_date::text as "planDate",
  p.curve->'points' as points, p.sha256, p.attempts as attempt, t.gateway_id as "gatewayId", t.device_name as "deviceName",
  p._attempt_at::text as "startedAt"`;

/** Takes up plans that wait to be sent, each by one process. */
export async function claim(db: Db, most: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    with due as (select id from plan_curve where plan_state = 'issued' and _attempt_at is null and attempts < ${ISSUE_ATTEMPTS}
        and coalesce(_next_at, '-infinity') <= clock_timestamp()
      order by issued_at, id limit ${most} for update skip locked),
    p as (update plan_curve set attempts = attempts + 1, _attempt_at = clock_timestamp()
      from due where plan_curve.id = due.id returning plan_curve.*)
    select ${ATTEMPT} from p join storage_station t on t.id = p.station_id order by p.issued_at, p.id`.execute(
    db,
  );
  return rows;
}

/** What became of an attempt. */
interface Outcome {
  readonly kind: ReplyKind;
  readonly sentAt: Date | null;
  readonly requestNo: number | null;
  readonly answer: unknown;
}

async function send(
  { db, external, timeoutMs = ISSUE_TIMEOUT_MS }: IssuingOptions,
  { planId, version, planDate: date, points, sha256, gatewayId, deviceName }: Attempt,
): Promise<Outcome> {
  if (gatewayId === null || deviceName === null)
    return { kind: 'absent', sentAt: null, requestNo: null, answer: null };
  const params = {
    planId,
    version,
    date,
    step: SLOT_MINUTES,
    unit: 'kW',
    sign: '+discharge',
    points,
    sha256,
  };
  const told = await sendRpc(
    db,
    { gatewayId, deviceName, method: 'setPlanCurve', params, timeoutMs },
    { external },
  );
  const requestNo = told.requestId;
  if (told.state === 'absent') return { kind: 'absent', sentAt: null, requestNo, answer: null };
  const { sentAt } = told;
  if (told.state === 'silent') return { kind: 'silent', sentAt, requestNo, answer: null };
  return {
    kind: judgeReply(told.answer, { planId, version, sha256 }),
    sentAt,
    requestNo,
    answer: told.answer,
  };
}

/** An attempt that nobody answered is followed by another. */
const isOpen = (kind: ReplyKind): boolean => kind === 'silent' || kind === 'absent' || kind === 'senderGone';

/**
 * Writes down what became of an attempt and where the plan stands, in one transaction, and only while this attempt is
 * the one under way: a plan is accepted once. A version that is accepted takes the place of those before it.
 */
export async function settle(
  db: Db,
  { id, planId, consumerId, version, sha256, attempt, startedAt }: Attempt,
  { kind, sentAt, requestNo, answer }: Outcome,
  timeoutMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } =
      await sql`select from plan_curve where id = ${id} and plan_state = 'issued' and attempts = ${attempt}
      and _attempt_at = ${startedAt}::timestamptz for update`.execute(trx);
    if (rows.length === 0) return false;
    const text = answer === null ? null : JSON.stringify(answer).slice(0, MOST_ANSWER);
    await sql`insert into plan_reply (plan_id, _initials, consumer_id, plan_curve_id, version, attempt, reply_kind, started_at,
        sent_at, ended_at, request_no, sent_hash, answer)
      values (${planId}, ${planId.toLowerCase()}, ${consumerId}, ${id}, ${version}, ${attempt}, ${kind}, ${startedAt}::timestamptz, ${sentAt},
        clock_timestamp(), ${requestNo}, ${sha256}, ${text})`.execute(trx);
    const next = isOpen(kind)
      ? attempt >= ISSUE_ATTEMPTS
        ? 'unanswered'
        : 'issued'
      : kind === 'accepted'
        ? 'accepted'
        : 'refused';
    await sql`update plan_curve set plan_state = ${next}, _attempt_at = null,
        _next_at = ${startedAt}::timestamptz + ${timeoutMs} * interval '1 ms',
        accepted_at = case when ${next === 'accepted'} then clock_timestamp() else accepted_at end
      where id = ${id}`.execute(trx);
    if (next === 'accepted')
      await sql`update plan_curve o set plan_state = 'revoked', revoked_at = clock_timestamp(), note = ${`→ v${version}`}
        from plan_curve n where n.id = ${id} and o.station_id = n.station_id and o.plan_date = n.plan_date
          and o.version < n.version and o.plan_state in ('accepted', 'running', 'unanswered', 'refused')`.execute(
        trx,
      );
    return true;
  });
}

/** Ends attempts whose sender is gone: whether the device heard them is unknown, and it is asked again. */
async function recover(db: Db, timeoutMs: number): Promise<void> {
  const { rows } =
    await sql<Attempt>`select ${ATTEMPT} from plan_curve p join storage_station t on t.id = p.station_id
    where p.plan_state = 'issued' and p._attempt_at < clock_timestamp() - ${timeoutMs + SPARE_MS} * interval '1 ms'
    limit 200`.execute(db);
  for (const one of rows)
    await settle(db, one, { kind: 'senderGone', sentAt: null, requestNo: null, answer: null }, timeoutMs);
}

/**
 * Sends plans that were issued: up to three times, thirty seconds each, until the device answers. Any number of workers
 * may; each attempt is written down before it leaves and belongs to one of them.
 */
export function startIssuing(options: IssuingOptions): { stop(): Promise<void> } {
  const { db, pool, log, timeoutMs = ISSUE_TIMEOUT_MS } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let wake: () => void = () => {};
  const warn = (what: string, error: unknown): void =>
    log.warn(`Plans, ${what}: ${error instanceof Error ? error.message : String(error)}`);

  const carry = (attempt: Attempt): void => {
    const done = send(options, attempt)
      .then((outcome) => settle(db, attempt, outcome, timeoutMs))
      .then(
        () => {},
        (error: unknown) => warn(`${attempt.planId} v${attempt.version}`, error),
      )
      .finally(() => {
        running.delete(done);
        wake();
      });
    running.add(done);
  };
  const look = async (): Promise<void> => {
    await recover(db, timeoutMs);
    const free = MOST_AT_A_TIME - running.size;
    if (free > 0) for (const attempt of await claim(db, free)) carry(attempt);
  };
  const told = listenTo(pool, { [PLANS]: () => wake() }, { log, lost: () => wake() });
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await look().catch((error: unknown) => warn('looking', error));
      await Promise.race([woken, sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})]);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await told.stop();
      await looking;
      // An attempt that is left is taken up again when its time is over.
      await Promise.race([Promise.all(running), sleep(MOST_STOP_MS, undefined, { ref: false })]);
    },
  };
}
