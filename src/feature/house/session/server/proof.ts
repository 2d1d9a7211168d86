import { sql } from 'kysely';
import { keptPrepared } from '#server/database/scope.ts';
import type { Call } from '#server/route.ts';
import { Together, togetherOf } from '#server/together.ts';
import { tokenOf } from './cookie.ts';
import { proveOwn } from './prove.ts';
import { hashOf } from './session.ts';

/** A proof that is stamped further ahead was given before the clock was set back: nobody knows how long ago, ms. */
const AHEAD_MS = 5000;

interface Proof {
  /** ms */
  readonly at: number;
  readonly age: number;
}

/** The proof that a session has, by the hash of its token; null = none. What is asked at the same moment is one statement. */
const proofs = togetherOf(
  (db) =>
    new Together<string, Proof | null>((hashes) =>
      keptPrepared(async () => {
        const { rows } = await sql<Proof & { hash: string }>`
          select token_hash as hash, extract(epoch from proven_at)::float8 * 1000 as at,
            extract(epoch from now() - proven_at)::float8 * 1000 as age
          from session_proof where token_hash = any (${hashes}::text[])`.execute(db);
        return hashes.map((hash) => rows.find((row) => row.hash === hash) ?? null);
      }),
    ),
);

/** Until when the proof of the request's session holds, ms; null = it was not given, or is over. */
export async function provenUntil(
  { services, request }: Pick<Call<unknown>, 'services' | 'request'>,
  holdsMs: number,
): Promise<number | null> {
  const token = tokenOf(request);
  if (!token) return null;
  const proof = await proofs(services.system).ask(hashOf(token));
  return proof && proof.age < holdsMs && proof.age > -AHEAD_MS ? Math.round(proof.at) + holdsMs : null;
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
