import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { WrongTokens } from '#server/wrongTokens.ts';

/** Where a token opens: the web hook takes alerts, the other door tells figures. */
type Door = 'hook' | 'read';

/** What a token opens. */
export interface Owner {
  readonly consumerId: number;
  /** The one site; null = the whole enterprise. */
  readonly siteId: number | null;
}

/** Why nobody is let in. */
export interface Refusal {
  readonly code: 403 | 429;
  readonly text: Text;
  /** Seconds after which it is worth another try. */
  readonly wait?: number;
}

const NO_TOKEN: Text = { zh: '令牌无效', en: 'The token is not valid' };
const WRONG_TOKENS: Text = {
  zh: '此地址发来的错误令牌过多，请稍后再试',
  en: 'Too many wrong tokens came from this address, try again later',
};

/** Makes a new token for a door; the one before it, of the same owner, is void. @returns the token, which is kept nowhere */
export async function issueToken(system: Db, door: Door, { consumerId, siteId }: Owner): Promise<string> {
  const token = newSecret();
  await system.transaction().execute(async (trx) => {
    await sql`select from consumer where id = ${consumerId} for no key update`.execute(trx);
    await sql`update grafana_door_token set revoked_at = now() where consumer_id = ${consumerId}
      and site_id is not distinct from ${siteId} and door = ${door} and revoked_at is null`.execute(trx);
    await sql`insert into grafana_door_token (token_hash, door, consumer_id, site_id)
      values (${hashSecret(token)}, ${door}, ${consumerId}, ${siteId})`.execute(trx);
  });
  return token;
}

/** Answers whom the bearer token of a request opens a door for; holds back addresses that come with wrong ones. */
export function openDoor(system: Db, door: Door): (request: FastifyRequest) => Promise<Owner | Refusal> {
  const guard = new WrongTokens(async () => {
    const { rows } = await sql<{ hash: string }>`select token_hash as hash from grafana_door_token
      where door = ${door} and revoked_at is null`.execute(system);
    return rows.map(({ hash }) => hash);
  });
  return async ({ headers, ip }) => {
    const token = /^Bearer (\S{1,256})$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return { code: 403, text: NO_TOKEN };
    const offer = { address: ip, hash: hashSecret(token) };
    const wait = await guard.admit(offer);
    if (wait > 0) return { code: 429, text: WRONG_TOKENS, wait };
    const { rows } = await sql<Owner>`select t.consumer_id as "consumerId", t.site_id as "siteId"
      from grafana_door_token t join consumer c on c.id = t.consumer_id
      where t.token_hash = ${offer.hash} and t.door = ${door} and t.revoked_at is null and c.state = '1'`.execute(
      system,
    );
    guard[rows[0] ? 'right' : 'wrong'](offer);
    return rows[0] ?? { code: 403, text: NO_TOKEN };
  };
}
