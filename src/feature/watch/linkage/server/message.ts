import { Fault } from '#contract/error.ts';
import type { Language, Text } from '#contract/text.ts';
import { sendMail, sendSms } from '#feature/house/outbox/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { RunEnd, Ways } from './run.ts';

/** A message to one person. */
export interface Message {
  /** 1 = short message, 2 = mail */
  readonly type: '1' | '2';
  readonly to: string;
  readonly consumerId: number;
  readonly language?: Language | undefined;
  readonly subject: Text;
  readonly text: Text;
}

/** Files a message in the transaction; a recipient that the outbox does not take ends this run alone, not the alarm. */
export async function fileMessage(trx: Db, { outbox }: Ways, message: Message): Promise<RunEnd> {
  const { type, to, consumerId, language, subject, text } = message;
  if (type === '1' && !outbox.sms) return { state: 'unavailable', reason: 'smsNotConfigured' };
  if (type === '2' && !outbox.mail) return { state: 'unavailable', reason: 'mailNotConfigured' };
  const content = { to, text, purpose: 'alarm', consumerId, ...(language ? { language } : {}) } as const;
  try {
    const { id } = await (type === '1' ? sendSms(trx, content) : sendMail(trx, { ...content, subject }));
    return { state: 'done', reason: 'filed', outboxId: id };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { state: 'failed', reason: 'refused', detail: error.text.zh };
  }
}
