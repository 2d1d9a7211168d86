import { sql } from 'kysely';
import type { StatType } from '#contract/upload.ts';
import { secondAt } from '#domain/time/text.ts';
import { encodeFigureA } from '../domain/protocolA.ts';
import { encodeBatchB, encodeFigureB, MOST_FIGURES_B, repliesFor } from '../domain/protocolB.ts';
import { nextOf, type Reply, type SentFigure } from '../domain/protocol.ts';
import { statDateText } from '../domain/period.ts';
import { keepContact } from './platform.ts';
import { shaOf } from './receipt.ts';
import { requestKey } from './register.ts';
import { offsetOf, post, readA, readB, type Talk, urlOf } from './talk.ts';

/** Requests of protocol A are on their way in so many groups of so many at a time; a group is written down at once. */
const LANES = 2;
const GROUP_A = 4;
const PAGE_A = 200;

/** A figure that is due. */
interface Due {
  readonly id: number;
  readonly dataCode: string;
  readonly statType: StatType;
  readonly at: Date;
  readonly sentText: string;
  readonly ratio: string | null;
  readonly body: string | null;
  readonly attempts: number;
  readonly scope: string | null;
  readonly inputType: string | null;
}

/** Figures of a batch that are due now, the oldest first. */
async function dueOf(talk: Talk, recordId: number, most: number): Promise<Due[]> {
  const { rows } =
    await sql<Due>`select d.id, d.data_code as "dataCode", d.stat_type as "statType", d.stat_date as at,
      d.sent_text as "sentText", d.convert_ration as ratio, d._body as body, d.attempts, c.scope,
      c.input_type as "inputType"
    from upload_detail d left join data_collect_configure c on c.id = d.item_id
    where d.record_id = ${recordId} and d.figure_state in ('waiting', 'unknown') and d._due_at <= now()
    order by d.stat_date, d.id limit ${most}`.execute(talk.db);
  return rows;
}

/** What is sent of a figure: what was sent before, else made now. */
export function bodyOf(
  { platform }: Pick<Talk, 'platform'>,
  due: Omit<Due, 'id' | 'attempts'>,
  now: number,
): string {
  if (due.body !== null) return due.body;
  const figure: SentFigure = {
    dataCode: due.dataCode,
    dataValue: due.sentText,
    convertRation: due.ratio ?? '1',
    scope: due.scope ?? '1',
    inputType: due.inputType ?? '4',
    statType: due.statType,
    statDate: statDateText(platform.zone, due.at.getTime()),
    uploadDate: secondAt(platform.zone, now),
  };
  if (platform.protocol === 'B') return encodeFigureB(figure);
  const versions = { regVersion: platform.regVersion ?? '', dicVersion: platform.dicVersion ?? '' };
  return encodeFigureA(platform.enterpriseCode ?? '', versions, figure);
}

/** Says in one statement that figures leave, with a line of the receipts each; answers those that may. */
async function leave(
  talk: Talk,
  recordId: number,
  list: readonly (Due & { readonly out: string })[],
): Promise<Set<number>> {
  const { platform, db } = talk;
  const { rows } = await sql<{ id: number }>`with gone as (
      update upload_detail d set figure_state = 'sending', attempts = d.attempts + 1, _body = v.body, _sha = v.sha
      from unnest(${list.map((one) => one.id)}::integer[], ${list.map((one) => one.out)}::text[],
        ${list.map((one) => shaOf(one.out))}::text[]) v (id, body, sha)
      where d.id = v.id and d.figure_state in ('waiting', 'unknown')
      returning d.id, d.data_code, d.stat_date, d.attempts, d._sha, d.sent_text),
    noted as (insert into upload_receipt
      (consumer_id, platform_id, record_id, detail_id, topic, about, attempt, phase, sha, sent_text)
      select ${platform.consumerId}, ${platform.id}, ${recordId}, id, 'figure',
        data_code || ' ' || to_char(stat_date at time zone ${platform.zone.name}::text, 'YYYY-MM-DD HH24:MI'), attempts, 'sent', _sha,
        sent_text from gone)
    select id from gone`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface Answer {
  readonly due: Due;
  readonly reply: Reply;
  readonly httpStatus: number | null;
  readonly ms: number;
}

/** Writes down what figures were answered, and where they stand now. */
async function arrive(talk: Talk, recordId: number, list: readonly Answer[]): Promise<void> {
  const { platform, db } = talk;
  const rows = list.map(({ due, reply, httpStatus, ms }) => {
    const again = due.attempts > 0;
    const next = nextOf(reply, { attempts: due.attempts + 1, again, sent: due.sentText });
    return {
      id: due.id,
      state: next.state,
      after_s: 'afterS' in next ? next.afterS : null,
      outcome: reply.outcome,
      code: reply.code?.slice(0, 20) ?? null,
      message: reply.message,
      value: reply.platformValue?.slice(0, 40) ?? null,
      platform_time: reply.platformTime,
      receipt: reply.receiptNo?.slice(0, 64) ?? null,
      http_status: httpStatus,
      ms,
    };
  });
  await sql`with v as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id integer, state text,
      after_s integer, outcome text, code text, message text, value text, platform_time text, receipt text,
      http_status integer, ms integer)),
    settled as (update upload_detail d set figure_state = v.state, platform_code = v.code, platform_message = v.message,
        platform_value = v.value, receipt_no = coalesce(v.receipt, d.receipt_no),
        _due_at = case when v.after_s is null then 'infinity' else now() + make_interval(secs => v.after_s) end,
        settled_at = case when v.state in ('acknowledged', 'refused') then now() end
      from v where d.id = v.id and d.figure_state = 'sending'
      returning d.id, d.attempts, d.data_code, d.stat_date)
    insert into upload_receipt (consumer_id, platform_id, record_id, detail_id, topic, about, attempt, phase, outcome,
      http_status, code, message, platform_time, receipt_no, ms)
    select ${platform.consumerId}, ${platform.id}, ${recordId}, s.id, 'figure',
      s.data_code || ' ' || to_char(s.stat_date at time zone ${platform.zone.name}::text, 'YYYY-MM-DD HH24:MI'), s.attempts, 'answered',
      v.outcome, v.http_status, v.code, v.message, v.platform_time, v.receipt, v.ms
    from settled s join v on v.id = s.id`.execute(db);
}

/** Renews the key once for all lanes: who finds a newer token than the one it used takes that. */
function renewer(talk: Talk): (used: string | null) => Promise<boolean> {
  let renewing: Promise<boolean> | null = null;
  return (used) => {
    if (talk.secrets.token !== used) return Promise.resolve(true);
    renewing ??= requestKey(talk).finally(() => (renewing = null));
    return renewing;
  };
}

/**
 * Sends a few figures by protocol A, a request each, all on their way at once; where the key has run out, those once more
 * with a new one. What leaves, and what came of it, is written down for all of them together.
 */
async function sendA(
  talk: Talk,
  recordId: number,
  list: readonly Due[],
  renew: ReturnType<typeof renewer>,
): Promise<void> {
  let some = list;
  for (const last of [false, true]) {
    const now = Date.now();
    const made = some.map((due) => ({ ...due, out: bodyOf(talk, due, now) }));
    const left = await leave(talk, recordId, made);
    const going = made.filter(({ id }) => left.has(id));
    if (going.length === 0) return;
    const used = talk.secrets.token;
    const url = urlOf(talk, '/dataEnterpriseEnergy', 'enterpriseDataURL');
    const answers = await Promise.all(
      going.map(async (due) => {
        const answer = await post(talk, url, due.out);
        return { due, answer, reply: readA(answer), httpStatus: answer.status, ms: answer.ms };
      }),
    );
    await arrive(talk, recordId, answers);
    const [first] = answers;
    if (first) await contact(talk, first.answer, first.reply);
    const expired = answers.filter(({ reply }) => reply.outcome === 'keyExpired');
    if (last || expired.length === 0 || !(await renew(used))) return;
    some = expired.map(({ due }) => ({ ...due, body: due.out, attempts: due.attempts + 1 }));
  }
}

/** Sends up to 500 figures in one request by protocol B. */
async function sendB(talk: Talk, recordId: number, list: readonly Due[]): Promise<void> {
  const now = Date.now();
  const made = list.map((due) => ({ ...due, out: bodyOf(talk, due, now) }));
  const left = await leave(talk, recordId, made);
  const going = made.filter(({ id }) => left.has(id));
  if (going.length === 0) return;
  const { deviceId, enterpriseCode } = talk.platform;
  const whole = encodeBatchB({ deviceId: deviceId ?? '', enterpriseCode: enterpriseCode ?? '' }, going.map(({ out }) => out)); // prettier-ignore
  const answer = await post(talk, urlOf(talk, '/data', 'centerDataURL'), whole);
  const said = readB(answer);
  const { zone } = talk.platform;
  const replies = repliesFor(said, going.map(({ dataCode, statType, at }) => ({ dataCode, statType, statDate: statDateText(zone, at.getTime()) }))); // prettier-ignore
  const answers = going.map((due, i): Answer => ({ due, reply: replies[i] ?? said, httpStatus: answer.status, ms: answer.ms })); // prettier-ignore
  await arrive(talk, recordId, answers);
  await contact(talk, answer, said);
}

let told = new WeakMap<Talk, number>();
const CONTACT_MS = 1000;

/** Tells at most each second how the platform answers. */
async function contact(talk: Talk, answer: Awaited<ReturnType<typeof post>>, reply: Reply): Promise<void> {
  const now = Date.now();
  if (now - (told.get(talk) ?? 0) < CONTACT_MS) return;
  told = told.set(talk, now);
  await keepContact(talk.db, talk.platform.id, {
    ms: answer.ms,
    offsetS: offsetOf(talk.platform, answer, reply, now),
    fault: answer.status === null ? answer.why : null,
  });
}

/**
 * Sends what of a batch is due until nothing is, or `stopped` says so between figures; what is on its way then settles.
 * @param progress called after every request
 */
export async function sendDue(
  talk: Talk,
  recordId: number,
  { stopped, progress }: { readonly stopped: () => Promise<boolean>; readonly progress: () => Promise<void> },
): Promise<void> {
  const renew = renewer(talk);
  const protocolA = talk.platform.protocol === 'A';
  for (;;) {
    const page = await dueOf(talk, recordId, protocolA ? PAGE_A : MOST_FIGURES_B * LANES);
    if (page.length === 0) return;
    const queue: Due[][] = [];
    const size = protocolA ? GROUP_A : MOST_FIGURES_B;
    for (let i = 0; i < page.length; i += size) queue.push(page.slice(i, i + size));
    let halt = false;
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next && !halt; next = queue.shift()) {
        if (protocolA) await sendA(talk, recordId, next, renew);
        else await sendB(talk, recordId, next);
        await progress();
        halt ||= await stopped();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (halt || (await stopped())) return;
  }
}
