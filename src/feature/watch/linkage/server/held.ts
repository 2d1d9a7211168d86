import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { letterOf, shortOf } from '../domain/digest.ts';
import { quietEnd } from './hinder.ts';
import { fileMessage } from './message.ts';
import { HELD_COLUMNS, HELD_FROM, type Held, keepEnd, type Ways } from './run.ts';
import { isToldBefore, TOLD_BEFORE, toldOf } from './told.ts';

const MOST_PEOPLE = 200;

/** Where messages go that wait to be told together. */
interface Person {
  readonly consumerId: number;
  readonly type: '1' | '2';
  readonly recipient: string;
}

/** Tells each person in one message what quiet hours or a flood held back and is due now. @param now ms @returns how many messages */
export async function sendHeld(db: Db, ways: Ways, now: number): Promise<number> {
  const { rows: people } = await sql<Person>`
    select distinct consumer_id as "consumerId", linkage_type as type, recipient from linkage_record
    where run_state = 'waiting' and run_reason in ('quiet', 'digest') and due_at <= ${new Date(now)}
    limit ${MOST_PEOPLE}`.execute(db);
  let sent = 0;
  for (const person of people)
    if (await db.transaction().execute((trx) => sendTo(trx, ways, person, now))) sent++;
  return sent;
}

/** Sends one person's; one process at a time does, so that nobody gets two. @returns whether there was something */
async function sendTo(trx: Db, ways: Ways, person: Person, now: number): Promise<boolean> {
  const { consumerId, type, recipient } = person;
  const { rows: locks } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('alarmDigest'), hashtext(${`${consumerId} ${type} ${recipient}`})) as got`.execute(
    trx,
  );
  if (!locks[0]?.got) return false;
  const { rows: runs } = await sql<Held>`
    select ${HELD_COLUMNS} from ${HELD_FROM}
    where r.run_state = 'waiting' and r.run_reason in ('quiet', 'digest') and r.due_at <= ${new Date(now)}
      and r.consumer_id = ${consumerId} and r.linkage_type = ${type} and r.recipient = ${recipient}
    order by r.raised_at, r.id for update of r skip locked`.execute(trx);
  const due: Held[] = [];
  for (const run of runs) {
    const until = quietEnd(run, now);
    if (!run.on) await keepEnd(trx, run.id, { state: 'skipped', reason: 'switchedOff' });
    else if (await isToldBefore(trx, run)) await keepEnd(trx, run.id, TOLD_BEFORE);
    else if (until === null) due.push(run);
    else
      await sql`update linkage_record set due_at = ${new Date(until)}, run_reason = 'quiet'
        where id = ${run.id}`.execute(trx);
  }
  const [first] = due;
  if (!first) return runs.length > 0;
  const told = due.map(toldOf);
  const letter = letterOf(told);
  const message = { type, to: recipient, consumerId, language: first.content.language } as const;
  const text = type === '1' ? shortOf(told) : letter.text;
  const end = await fileMessage(trx, ways, { ...message, subject: letter.subject, text });
  for (const { id } of due) await keepEnd(trx, id, end);
  return true;
}
