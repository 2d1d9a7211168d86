import { sql } from 'kysely';
import { isMailAddress, isTelephone, sendMail, sendSms } from '#feature/house/outbox/server/public.ts';
import { codesOf, inUse } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { openSeats } from '../domain/course.ts';
import type { Course, Flow, Handler } from '../domain/course.ts';
import type { StoredRequest } from './store.ts';

/** A seat that a thousand people may speak for is not a thousand letters. */
const MOST_TOLD = 50;

interface Person {
  readonly id: number;
  readonly mail: string | null;
  readonly phone: string | null;
  readonly consumerId: number | null;
}

/** The accounts in use that speak for a handler (`speaksFor`) and have the right to handle. */
async function peopleOf(system: Db, { kind, id, consumerId }: Handler): Promise<Person[]> {
  const within = sql`(e.account_type = '1' or e.consumer_id = ${consumerId} or ${consumerId} = any (e.consumer_id_list))`;
  const member = sql`(e.consumer_id = ${consumerId} or ${consumerId} = any (e.consumer_id_list))`;
  const holds = sql`${id} = any (e.role_id_list)`;
  const speaks = {
    person: sql`e.id = ${id}`,
    role: sql`${holds} and ${within}`,
    org: sql`(e.consumer_id = ${id} or ${id} = any (e.consumer_id_list))`,
    own: sql`${holds} and ${member}`,
  }[kind];
  const { rows } = await sql<Person>`
    select e.id, e.email as mail, e.telephone as phone, e.consumer_id as "consumerId" from org_employee e
    where ${speaks} and ${inUse} and 'workflow.handle' = any (${codesOf}) order by e.id limit ${MOST_TOLD}`.execute(
    system,
  );
  return rows;
}

const keyOf = ({ kind, id, consumerId }: Handler): string => `${kind} ${id} ${consumerId}`;

/**
 * Tells those whose turn it has become that a request waits for them: by mail, or else by message. The letters belong
 * to the enterprise of who gets them.
 * @param actorId who made the move, and needs not be told; null = an outside person
 */
export async function tellHandlers(
  system: Db,
  request: Pick<StoredRequest, 'title' | 'course' | 'applicantName'>,
  flow: Flow,
  now: Course,
  actorId: number | null,
): Promise<void> {
  const sameNode = request.course.node === now.node && request.course.round === now.round;
  const known = new Set(sameNode ? openSeats(flow, request.course).map((seat) => keyOf(seat.handler)) : []);
  const reported = new Set<number | null>([actorId, flow.selfApproval ? null : now.applicantId]);
  for (const { handler } of openSeats(flow, now)) {
    if (known.has(keyOf(handler))) continue;
    for (const person of await peopleOf(system, handler)) {
      if (reported.has(person.id) || reported.size > MOST_TOLD) continue;
      reported.add(person.id);
      await tell(system, person, request);
    }
  }
}

async function tell(
  system: Db,
  { mail, phone, consumerId }: Person,
  { title, applicantName }: Pick<StoredRequest, 'title' | 'applicantName'>,
): Promise<void> {
  const who = applicantName ?? '';
  const zh = `${who}的申请“${title}”待您处理，请登录 Meterhouse，在“流程申请”中办理。`;
  const en = `The request “${title}” of ${who} waits for you: log in to Meterhouse and open “Requests”.`;
  // Nobody has said which language they read.
  const text = { zh: `${zh}\n${en}`, en: `${zh}\n${en}` };
  const subject = `待办 / To do: ${title}`;
  if (mail && isMailAddress(mail))
    await sendMail(system, {
      to: mail,
      subject: { zh: subject, en: subject },
      text,
      purpose: 'workflow',
      consumerId,
    });
  else if (phone && isTelephone(phone))
    await sendSms(system, { to: phone, text: { zh, en }, purpose: 'workflow', consumerId });
}
