import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { hashSecret } from '#server/secret.ts';
import { forgetCallers } from './session.ts';

/** What an identity provider said of the person behind a session. */
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session, where it tells one. */
  readonly sid: string | null;
  /** The ID token as it came: the provider asks for it when its session is to end. */
  readonly idToken: string;
}

/** Keeps what a provider said beside the session that it opened; goes with the session. */
export async function keepVouched(db: Db, token: string, vouched: Vouched): Promise<void> {
  const { issuer, subject, sid, idToken } = vouched;
  await sql`insert into sign_on_session (token_hash, issuer, subject, sid, id_token)
    values (${hashSecret(token)}, ${issuer}, ${subject}, ${sid}, ${idToken})`.execute(db);
}

/** What a provider said of the person behind a session; undefined where none did. */
export async function vouchedOf(db: Db, token: string): Promise<Vouched | undefined> {
  const { rows } = await sql<Vouched>`select issuer, subject, sid, id_token as "idToken" from sign_on_session
    where token_hash = ${hashSecret(token)}`.execute(db);
  return rows[0];
}

/**
 * Ends the sessions that a provider opened, as it says that its own ended: of one of its sessions, or all of a person.
 * @returns how many
 */
export async function closeVouched(
  db: Db,
  issuer: string,
  of: { readonly sid: string | null; readonly subject: string | null },
): Promise<number> {
  forgetCallers();
  const { rows } = await sql`delete from session where token_hash in (
      select token_hash from sign_on_session where issuer = ${issuer}
        and (${of.sid}::text is null or sid = ${of.sid})
        and (${of.subject}::text is null or subject = ${of.subject})
        and (${of.sid}::text is not null or ${of.subject}::text is not null))
    returning 1`.execute(db);
  return rows.length;
}
