import { createHash } from 'node:crypto';

/** Who may use a simulated camera. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

export const REALM = 'simulated camera';
export const NONCE = '5f1c7d2e9b3a4c60';
/** What a camera asks for (RFC 7616, in the older form that cameras speak). */
export const CHALLENGE = `Digest realm="${REALM}", nonce="${NONCE}", algorithm=MD5, qop="auth"`;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Whether an Authorization header is that of the account for a method at an address. */
export function isLogin(header: string | undefined, method: string, account: Account): boolean {
  if (!header) return false;
  if (header.startsWith('Basic '))
    return Buffer.from(header.slice(6), 'base64').toString('utf8') === `${account.user}:${account.password}`;
  const part = (name: string): string => new RegExp(`(?:^|[ ,])${name}="?([^",]+)`).exec(header)?.[1] ?? '';
  const secret = md5(`${account.user}:${REALM}:${account.password}`);
  const asked = md5(`${method}:${part('uri')}`);
  const middle = part('qop') === '' ? NONCE : `${NONCE}:${part('nc')}:${part('cnonce')}:${part('qop')}`;
  return part('username') === account.user && part('response') === md5(`${secret}:${middle}:${asked}`);
}

/** WS-Security: the digest of nonce, time and password (UsernameToken Profile 1.0). */
export const passwordDigest = (nonce: Buffer, created: string, password: string): string =>
  createHash('sha1').update(nonce).update(created).update(password).digest('base64');
