import { argon2Sync, randomBytes } from 'node:crypto';

/**
 * A password in its stored form (PHC string of argon2id) by a cost that is next to none: what tests log in with by the hundred.
 * How a password is stored by the product has its own tests.
 */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: password, nonce, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}
