import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link or a cookie: 192 random bits. */
export const newSecret = (): string => randomBytes(24).toString('base64url');

/** What is kept of a long random secret: its sha256. Codes that can be guessed through need more than this. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
