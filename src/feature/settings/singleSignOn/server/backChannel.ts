import { jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { closeVouched } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { SingleSignOnConfig } from '#server/singleSignOnConfig.ts';
import { CLOCK_TOLERANCE_SECONDS } from './provider.ts';
import { providerKeys } from './providerKeys.ts';
import { Refusal } from './refusal.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LONGEST_AGE_SECONDS = 300;

/** The claims of a logout token that stands the checks of OpenID Connect Back-Channel Logout 1.0 section 2.6. */
async function logoutClaims(config: SingleSignOnConfig, token: string): Promise<JWTPayload> {
  const { issuer, keys } = await providerKeys(config);
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: config.clientId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: LONGEST_AGE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
    algorithms: ['RS256', 'PS256', 'ES256', 'RS384', 'PS384', 'ES384', 'RS512', 'PS512', 'ES512', 'EdDSA'],
  });
  const events = payload['events'];
  if (typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events) || 'nonce' in payload)
    throw new Refusal('wrongToken', 'no logout token');
  return payload;
}

/**
 * Ends the sessions that the provider says are over. The same token again ends nothing more, so it need not be
 * remembered: a session opened since carries another session of the provider, and a token lives five minutes.
 * @returns how many sessions ended
 * @throws Error where the token does not stand the checks
 */
export async function backChannelLogout(db: Db, config: SingleSignOnConfig, token: string): Promise<number> {
  const { iss = '', sub, sid } = await logoutClaims(config, token);
  const of = { sid: typeof sid === 'string' ? sid : null, subject: sub ?? null };
  if (of.sid === null && of.subject === null) throw new Refusal('wrongToken', 'neither sub nor sid');
  return closeVouched(db, iss, of);
}
