import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Reply } from '../domain/protocol.ts';

/** sha256 of the bytes of a request, in hexadecimal digits. */
export const shaOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** What a request is about. */
export interface Subject {
  readonly consumerId: number;
  readonly platformId: number;
  readonly recordId: number | null;
  readonly detailId: number | null;
  readonly topic: 'figure' | 'archive' | 'register' | 'key' | 'version' | 'list';
  readonly about: string;
  readonly attempt: number;
}

/** Writes down that a request is about to leave. It commits before it does: a process that dies loses no attempt. */
export async function noteSent(
  db: Db,
  subject: Subject,
  body: string,
  sentText: string | null,
): Promise<void> {
  await sql`insert into upload_receipt
    (consumer_id, platform_id, record_id, detail_id, topic, about, attempt, phase, sha, sent_text)
    values (${subject.consumerId}, ${subject.platformId}, ${subject.recordId}, ${subject.detailId}, ${subject.topic},
      ${subject.about}, ${subject.attempt}, 'sent', ${shaOf(body)}, ${sentText})`.execute(db);
}

/** What is kept of an answer. */
export interface Answered {
  readonly reply: Reply;
  readonly httpStatus: number | null;
  readonly ms: number;
}

/** Writes down what a request was answered. */
export async function noteAnswer(
  db: Db,
  subject: Subject,
  { reply, httpStatus, ms }: Answered,
): Promise<void> {
  await sql`insert into upload_receipt
    (consumer_id, platform_id, record_id, detail_id, topic, about, attempt, phase, outcome, http_status, code, message,
      platform_time, receipt_no, ms)
    values (${subject.consumerId}, ${subject.platformId}, ${subject.recordId}, ${subject.detailId}, ${subject.topic},
      ${subject.about}, ${subject.attempt}, 'answered', ${reply.outcome}, ${httpStatus}, ${reply.code}, ${reply.message},
      ${reply.platformTime}, ${reply.receiptNo}, ${ms})`.execute(db);
}
