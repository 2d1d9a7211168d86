import * as client from 'openid-client';
import { Fault } from '#contract/error.ts';
import { FAILURES } from '../contract.ts';
import type { Failure } from '../contract.ts';

const DETAIL_LENGTH = 300;

/** A sign-in that opens no session: the sentence is for the person, the detail for the operator. */
export class Refusal extends Error {
  readonly failure: Failure;
  readonly detail: string | null;

  constructor(failure: Failure, detail: string | null = null) {
    super(FAILURES[failure].en);
    this.failure = failure;
    this.detail = detail?.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, DETAIL_LENGTH) ?? null;
  }

  /** The same as the reply of a call. */
  toFault(): Fault {
    const code = this.failure === 'providerDown' ? 503 : this.failure.startsWith('provider') ? 400 : 403;
    return new Fault(this.failure === 'wayOver' ? 400 : code, FAILURES[this.failure], undefined, {
      reason: this.failure,
    });
  }
}

/** What the check of a token, or of the way back, is refused by. */
const CHECKS = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]);
const GONE = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/**
 * The refusal behind whatever the conversation with the provider threw. Only messages of the library and error codes
 * of the protocol are kept: what lies beside them may hold tokens.
 */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return new Refusal('providerRefused', [error.error, error.error_description].filter(Boolean).join(': '));
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new Refusal('providerRefused', `HTTP ${error.status}`);
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const within = cause instanceof Error ? cause.message : '';
  const detail = [error instanceof Error ? error.message : String(error), within].filter(Boolean).join(': ');
  if (error instanceof TypeError || GONE.has(String(code))) return new Refusal('providerDown', detail);
  if (cause instanceof Response)
    return new Refusal(
      cause.status >= 500 ? 'providerDown' : 'providerNonsense',
      `${detail}: HTTP ${cause.status}`,
    );
  if (CHECKS.has(String(code)) || /JWT|\(issuer\)|"state"|JWS/.test(within))
    return new Refusal('wrongToken', detail);
  return new Refusal('providerNonsense', detail);
}
