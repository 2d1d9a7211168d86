import { sql } from 'kysely';
import type { Call } from '#server/route.ts';
import { tokenOf } from './cookie.ts';
import { proveOwn } from './prove.ts';
import { hashOf } from './session.ts';

/** A proof that is stamped further ahead was given before the clock was set back: nobody knows how long ago, ms. */
const AHEAD_MS = 5000;

/** Until when the proof of the request's session holds, ms; null = it was not given, or is over. */
export async function provenUntil(
  { services, request }: Pick<Call<unknown>, 'services' | 'request'>,
  holdsMs: number,
): Promise<number | null> {
  const token = tokenOf(request);
  if (!token) return null;
  const { rows } = await sql<{ at: Date }>`
    select proven_at as at from session_proof
    where token_hash = ${hashOf(token)} and proven_at > now() - ${holdsMs} * interval '1 millisecond'
      and proven_at < now() + ${AHEAD_MS} * interval '1 millisecond'`.execute(services.system);
  return rows[0] ? rows[0].at.getTime() + holdsMs : null;
}

/**
 * The caller proves to be there by the own password (and code), and the session remembers it.
 * @param field the parameter that carries the password @throws Fault 400, 429
 */
export async function proveForSession(
  call: Call<{ readonly code?: string | undefined }>,
  password: string,
  field: string,
): Promise<void> {
  await proveOwn(call, password, field);
  const token = tokenOf(call.request);
  if (!token) return;
  await sql`insert into session_proof (token_hash) select token_hash from session where token_hash = ${hashOf(token)}
    on conflict (token_hash) do update set proven_at = now()`.execute(call.services.system);
}
