import { createHash, randomBytes } from 'node:crypto';

/** Who we are to a camera. */
interface Account {
  readonly user: string | null;
  readonly password: string | null;
}

const ALGORITHMS: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };

/**
 * The answer to a challenge (RFC 7616, RFC 7617): Digest where the camera knows it, else Basic.
 * @param challenges values of WWW-Authenticate
 * @returns undefined where no account is set or no challenge can be answered
 */
export function answerTo(
  challenges: readonly string[],
  { user, password }: Account,
  method: string,
  uri: string,
): string | undefined {
  if (user === null || password === null) return undefined;
  for (const challenge of challenges) {
    const answer = /^digest\s/i.test(challenge)
      ? digest(challenge, { user, password }, method, uri)
      : undefined;
    if (answer !== undefined) return answer;
  }
  if (!challenges.some((one) => /^basic/i.test(one))) return undefined;
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function digest(
  challenge: string,
  { user, password }: { user: string; password: string },
  method: string,
  uri: string,
): string | undefined {
  const part = (name: string): string | undefined => {
    const found = new RegExp(`(?:^|[\\s,])${name}=(?:"([^"]{0,500})"|([^\\s,]{1,500}))`, 'i').exec(challenge);
    return found?.[1] ?? found?.[2];
  };
  const [realm, nonce] = [part('realm') ?? '', part('nonce')];
  const algorithm = (part('algorithm') ?? 'MD5').toUpperCase();
  const name = ALGORITHMS[algorithm];
  if (nonce === undefined || name === undefined) return undefined;
  const hash = (text: string): string => createHash(name).update(text).digest('hex');
  const secret = hash(`${user}:${realm}:${password}`);
  const asked = hash(`${method}:${uri}`);
  const fields = [`username="${user}"`, `realm="${realm}"`, `nonce="${nonce}"`, `uri="${uri}"`];
  if (part('algorithm') !== undefined) fields.push(`algorithm=${algorithm}`);
  const opaque = part('opaque');
  if (opaque !== undefined) fields.push(`opaque="${opaque}"`);
  if ((part('qop') ?? '').split(',').some((one) => one.trim() === 'auth')) {
    const own = randomBytes(8).toString('hex');
    const response = hash(`${secret}:${nonce}:00000001:${own}:auth:${asked}`);
    fields.push('qop=auth', 'nc=00000001', `cnonce="${own}"`, `response="${response}"`);
  } else fields.push(`response="${hash(`${secret}:${nonce}:${asked}`)}"`);
  return `Digest ${fields.join(', ')}`;
}
