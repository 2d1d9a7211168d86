import { Secret, TOTP } from 'otpauth';
import { CODE_DIGITS, CODE_SECONDS } from '#contract/signIn.ts';

const ISSUER = 'Meterhouse';

// 160 bits, as RFC 4226 recommends; SHA-1 is what every authenticator reads.
const SECRET_BYTES = 20;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: CODE_SECONDS,
  });

/** A new secret, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator scans (Key URI format). */
export const totpAddress = (secret: string, userName: string): string => totpOf(secret, userName).toString();

/**
 * The step (of 30 s since 1970) that a code belongs to: this one, the one before or the one after, for clocks that
 * are off; null where it belongs to none of them.
 * @param at ms
 */
export function stepOfCode(secret: string, code: string, at: number): number | null {
  // Written with gaps, or by an input method in wide digits.
  const token = code.normalize('NFKC').replaceAll(/\s/g, '');
  if (!/^\d+$/.test(token) || token.length !== CODE_DIGITS) return null;
  const delta = totpOf(secret, '').validate({ token, window: 1, timestamp: at });
  return delta === null ? null : Math.floor(at / (CODE_SECONDS * 1000)) + delta;
}
