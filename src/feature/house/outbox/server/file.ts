import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { type Language, type Text, textIn } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { Channel, Purpose } from '../contract.ts';

interface Message {
  readonly purpose: Purpose;
  /** The enterprise that it belongs to; null = the platform's own, seen by operators alone. */
  readonly consumerId: number | null;
  /** A code or link inside the text: masked wherever the message is shown, taken out once it is sent. */
  readonly secret?: string;
  /** Language of the receiver (default Chinese). */
  readonly language?: Language;
}

export interface Sms extends Message {
  /** Number of a telephone, with or without a country code. */
  readonly to: string;
  readonly text: Text;
}

/** A file of the file store that goes with a letter. */
export interface Attachment {
  readonly fileName: string;
  readonly sha256: string;
  readonly mimeType: string;
}

export interface Mail extends Message {
  /** One address, or several with commas. */
  readonly to: string;
  readonly subject: Text;
  readonly text: Text;
  readonly html?: Text;
  readonly attachments?: readonly Attachment[];
}

const TELEPHONE = /^\+?\d[\d\s()-]{4,19}$/;
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;

/** Whether a text is the number of a telephone. */
export const isTelephone = (text: string): boolean => TELEPHONE.test(text.trim());

/** Whether a text is one address of mail. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text.trim());

/**
 * Files a short message in the caller's transaction; the worker sends it after the commit.
 * @throws Fault 400 naming `to`
 */
export async function sendSms(trx: Db, sms: Sms): Promise<{ id: number }> {
  const to = sms.to.trim();
  if (!TELEPHONE.test(to))
    throw badInput({ zh: '电话：不是有效的号码', en: 'Telephone: is not a telephone number' }, 'to');
  return file(trx, 'sms', to, sms, { body: sms.text });
}

/**
 * Files a letter in the caller's transaction; the worker sends it after the commit.
 * @throws Fault 400 naming `to`
 */
export async function sendMail(trx: Db, mail: Mail): Promise<{ id: number }> {
  const to = mail.to
    .split(/[,;，；]/)
    .map((one) => one.trim())
    .filter(Boolean);
  if (to.length === 0 || to.length > 50 || !to.every((one) => ADDRESS.test(one)))
    throw badInput({ zh: '邮箱：不是有效的地址', en: 'E-mail: is not an address' }, 'to');
  return file(trx, 'mail', to.join(', '), mail, {
    subject: mail.subject,
    body: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    attachments: mail.attachments ?? [],
  });
}

async function file(
  trx: Db,
  channel: Channel,
  to: string,
  message: Message,
  content: { subject?: Text; body: Text; html?: Text; attachments?: readonly Attachment[] },
): Promise<{ id: number }> {
  const language = message.language ?? 'zh';
  // The sender may not see the row (it can belong to no enterprise), so `returning` would be refused.
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('outbox', 'id'))::integer as id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  await sql`insert into outbox (id, channel, recipient, subject, body, html, attachments, purpose, secret, consumer_id)
    values (${id}, ${channel}, ${to}, ${textIn(content.subject, language)?.replace(/[\r\n]+/g, ' ') ?? null},
      ${textIn(content.body, language)}, ${textIn(content.html, language) ?? null},
      ${JSON.stringify(content.attachments ?? [])}, ${message.purpose}, ${message.secret ?? null},
      ${message.consumerId})`.execute(trx);
  return { id };
}
