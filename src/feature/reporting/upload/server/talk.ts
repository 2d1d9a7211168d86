import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { decodeA } from '../domain/protocolA.ts';
import { decodeB, type ReplyB } from '../domain/protocolB.ts';
import { reply, type Reply } from '../domain/protocol.ts';
import { inBoth } from '#contract/inBoth.ts';
import { wallOf } from '../domain/told.ts';
import { type HttpReply, postJson, sameHost } from './http.ts';
import { keepContact, type Platform } from './platform.ts';
import { noteAnswer, noteSent, type Subject } from './receipt.ts';
import type { Secrets } from './secret.ts';

/** The settings that talking to platforms needs. */
export type TalkConfig = Pick<Config, 'outwardAllow' | 'secretKey' | 'dataDir'>;

/** A conversation with one platform. `db` sees every row. */
export interface Talk {
  readonly db: Db;
  readonly config: TalkConfig;
  readonly log: Log;
  platform: Platform;
  secrets: Secrets;
  /** The process is about to end: what is on its way settles, the rest goes on with the next start. */
  readonly halt?: AbortSignal;
}

export type AnswerA = ReturnType<typeof decodeA>;

/** Where a step goes: the address that the platform told where it is used, else below its base address. */
export function urlOf(
  { platform, secrets }: Pick<Talk, 'platform' | 'secrets'>,
  path: string,
  name?: string,
): string {
  const told = name === undefined ? undefined : secrets.addresses[name];
  // An address that was taken holds as long as the platform's own leads to the same host.
  if (told !== undefined && sameHost(told, platform.baseUrl)) return told;
  return platform.baseUrl.replace(/\/+$/, '') + path;
}

/** Posts without a receipt of its own: whoever asks keeps one. */
export async function post(talk: Talk, url: string, body: string): Promise<HttpReply> {
  const { platform, secrets, config } = talk;
  const { token, certificate } = secrets;
  const answer = await postJson(
    { url, body, token: platform.protocol === 'A' ? token : null, certificate },
    { outwardAllow: config.outwardAllow, plainHttp: platform.plainHttp },
  );
  return answer;
}

const lacking = (answer: HttpReply & { status: null }): Reply =>
  reply(answer.sent ? 'unknown' : 'notSent', { message: inBoth(answer.why) });

/** Reads what came back by protocol A. */
export const readA = (answer: HttpReply): AnswerA =>
  answer.status === null ? { ...lacking(answer), data: {} } : decodeA(answer.status, answer.body);

/** Reads what came back by protocol B. */
export const readB = (answer: HttpReply): ReplyB =>
  answer.status === null
    ? { ...lacking(answer), each: new Map(), partly: false, data: {} }
    : decodeB(answer.status, answer.body);

/** How far the platform's clock is ahead of ours, s; null where the answer does not tell. */
export function offsetOf(platform: Platform, answer: HttpReply, said: Reply, now: number): number | null {
  const wall = wallOf(said.platformTime);
  const at = wall === null ? (answer.status === null ? null : answer.at) : platform.zone.instantOf(wall);
  return at === null ? null : Math.round((at - now) / 100) / 10;
}

/** One step with the platform itself or an archive row: noted before it leaves and when it is answered. */
export async function step<R extends Reply>(
  talk: Talk,
  {
    url,
    body,
    subject,
    read,
  }: { url: string; body: string; subject: Subject; read: (answer: HttpReply) => R },
): Promise<R> {
  await noteSent(talk.db, subject, body, null);
  const answer = await post(talk, url, body);
  const said = read(answer);
  await noteAnswer(talk.db, subject, { reply: said, httpStatus: answer.status, ms: answer.ms });
  await keepContact(talk.db, talk.platform.id, {
    ms: answer.ms,
    offsetS: offsetOf(talk.platform, answer, said, Date.now()),
    fault: answer.status === null ? answer.why : null,
  });
  return said;
}
