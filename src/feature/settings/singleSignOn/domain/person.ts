import { type Claims, claimAt } from './claim.ts';

/** Who somebody is, in the shape of an account here. */
export interface Person {
  /** At most 60 characters. */
  readonly name: string;
  /** Names that a new account may have, the best first; each fits the rule of user names. */
  readonly userNames: readonly string[];
  /** `preferred_username` where it fits that rule; an account that is here already is entered by no other name. */
  readonly preferred: string | null;
  /** In small letters; null where the provider does not say that it is the person's own. */
  readonly email: string | null;
}

const LONGEST = 60;
const USER_NAME = /^[\w.@-]{1,60}$/;
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;

/** Text as it may be stored and shown in one line: no control characters, no half letters at the cut. */
function lineOf(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  const plain = value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ');
  let cut = '';
  for (const letter of plain.trim()) {
    if (cut.length + letter.length > longest) break;
    cut += letter;
  }
  return cut.trim();
}

/** Reads name, user names and verified e-mail address from what the provider vouches for. */
export function personOf(claims: Claims): Person {
  const text = (name: string): string => lineOf(claimAt(claims, name), 255);
  const email = text('email').toLowerCase();
  const fits = EMAIL.test(email) && email.length <= 100;
  const verified = [true, 'true'].includes(claims['email_verified'] as boolean | string);
  const own = fits && verified ? email : null;
  const nameAt = (claim: string): string | null => {
    const name = text(claim).toLowerCase();
    return USER_NAME.test(name) ? name : null;
  };
  const preferred = nameAt('preferred_username');
  const userNames = [preferred, nameAt('upn'), own !== null && USER_NAME.test(own) ? own : null].filter(
    (one) => one !== null,
  );
  const whole = ['name', 'nickname', 'preferred_username', 'email', 'sub']
    .map(text)
    .find((one) => one !== '');
  return {
    name: lineOf(whole ?? '', LONGEST) || '?',
    userNames: [...new Set(userNames)],
    preferred,
    email: own,
  };
}
