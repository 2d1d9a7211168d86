import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { Channel } from '../contract.ts';
import { masked } from '../domain/mask.ts';
import { Undelivered } from './carrier.ts';
import type { Carrier, Letter } from './carrier.ts';

export type Carriers = Readonly<Record<Channel, Carrier | null>>;

/** Waits before the second, third … try, in seconds; after the last the message has failed. */
export const WAITS = [30, 120, 600, 3600] as const;
/** After so long without an answer a message that was being sent is taken again: its process died. */
const LEASE_S = 180;
const BATCH = 5;

type Due = Letter & {
  readonly secret: string | null;
  readonly tries: number;
};

/** Takes what is due of a channel; others that look meanwhile get other rows. */
async function takeDue(db: Db, channel: Channel): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update outbox set state = 'sending', tries = tries + 1, due_at = now() + make_interval(secs => ${LEASE_S})
    where id in (select id from outbox where channel = ${channel} and state in ('waiting', 'sending') and due_at <= now()
      order by due_at, id limit ${BATCH} for update skip locked)
    returning id, recipient, subject, body, html, attachments, purpose, secret, tries`.execute(db);
  return rows;
}

export const CHANNELS: readonly Channel[] = ['mail', 'sms'];

/** Sends what is due of all channels. @returns how many were looked at; 0 = nothing waits */
export async function deliverDue(db: Db, carriers: Carriers): Promise<number> {
  const sent = await Promise.all(CHANNELS.map((channel) => deliverChannel(db, channel, carriers[channel])));
  return sent.reduce((sum, one) => sum + one, 0);
}

/**
 * Sends what is due of one channel, some at once: a server that does not answer keeps neither the other channel waiting nor
 * one message for the time of all before it. @returns how many were looked at; 0 = nothing waits
 */
export async function deliverChannel(db: Db, channel: Channel, carrier: Carrier | null): Promise<number> {
  const due = await takeDue(db, channel);
  const ended = await Promise.allSettled(due.map((letter) => deliver(db, letter, carrier)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return due.length;
}

async function deliver(db: Db, letter: Due, carrier: Carrier | null): Promise<void> {
  if (!carrier) {
    await sql`update outbox set state = 'notConfigured', tries = tries - 1
      where id = ${letter.id} and state = 'sending'`.execute(db);
    return;
  }
  try {
    await keepSent(db, letter, await carrier.send(letter));
  } catch (error) {
    if (!(error instanceof Undelivered)) throw error;
    await keepFailure(db, letter, error);
  }
}

/** A secret leaves the row with the message: nobody reads it here afterwards. */
async function keepSent(db: Db, { id, body, html, secret }: Due, reported: Text | null): Promise<void> {
  await sql`update outbox set state = 'sent', sent_at = now(), error = ${reported ? JSON.stringify(reported) : null},
      body = ${masked(body, secret)}, html = ${html === null ? null : masked(html, secret)}, secret = null
    where id = ${id} and state = 'sending'`.execute(db);
}

async function keepFailure(db: Db, { id, tries }: Due, { text, final }: Undelivered): Promise<void> {
  const wait = final ? undefined : WAITS[tries - 1];
  await sql`update outbox set state = ${wait === undefined ? 'failed' : 'waiting'}, error = ${JSON.stringify(text)},
      due_at = now() + make_interval(secs => ${wait ?? 0})
    where id = ${id} and state = 'sending'`.execute(db);
}

/** Messages are kept for half a year. */
export async function forgetOld(db: Db): Promise<void> {
  await sql`delete from outbox where created_at < now() - interval '180 days' and state not in ('waiting', 'sending')`.execute(
    db,
  );
}
