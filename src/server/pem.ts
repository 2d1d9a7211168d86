import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { utcDate } from '#domain/time/date.ts';
import { ConfigError } from './configError.ts';
import type { Log } from './database/log.ts';

/** Paths of a certificate and its key, both in PEM. */
export interface PemPair {
  readonly cert: string;
  readonly key: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The pair that two settings name; undefined where neither is set.
 * @param prefix of `…_CERT` and `…_KEY`
 * @throws ConfigError when one is missing, cannot be read, is no PEM, or the key is not the certificate's
 */
export function readPemPair(env: Env, prefix: string): PemPair | undefined {
  const [cert, key] = [filePath(env, `${prefix}_CERT`), filePath(env, `${prefix}_KEY`)];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const [there, missing] = cert === undefined ? ['KEY', 'CERT'] : ['CERT', 'KEY'];
    throw new ConfigError(`${prefix}_${there} is set without ${prefix}_${missing}; TLS needs both.`);
  }
  loadPair({ cert, key }, prefix);
  return { cert, key };
}

/** What is doubtful of a certificate that works otherwise: it is over, or not yet valid. */
export function doubtOfCertificate(pair: PemPair, prefix: string, now: number): string | undefined {
  const { validFromDate, validToDate } = new X509Certificate(readFileSync(pair.cert));
  const day = (date: Date): string => utcDate(date.getTime());
  if (validToDate.getTime() < now)
    return `${prefix}_CERT ended on ${day(validToDate)}: browsers and gateways will refuse it until it is renewed.`;
  if (validFromDate.getTime() > now)
    return `${prefix}_CERT begins on ${day(validFromDate)}: browsers and gateways will refuse it until then.`;
  return undefined;
}

const LOOK_MS = 10_000;

/**
 * Looks whether the files were renewed and hands on what they hold, without a restart; a pair that does not fit (one of
 * the two is still the old one) is left and looked at again. Ends by the function that it answers.
 */
export function followPemPair(
  pair: PemPair,
  prefix: string,
  take: (secure: SecureContextOptions) => void,
  log: Pick<Log, 'info' | 'warn'>,
  lookMs = LOOK_MS,
): () => void {
  let taken = stampOf(pair);
  let reported = '';
  const look = (): void => {
    const stamp = stampOf(pair);
    if (stamp === taken) return;
    try {
      take(loadPair(pair, prefix));
      taken = stamp;
      reported = '';
      log.info(`${prefix}_CERT was renewed and is in use`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== reported) log.warn(`The certificate in use stays: ${why}`);
      reported = why;
    }
  };
  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
}

/** @throws ConfigError */
function loadPair({ cert, key }: PemPair, prefix: string): { cert: Buffer; key: Buffer } {
  const certText = contentOf(cert, `${prefix}_CERT`);
  const keyText = contentOf(key, `${prefix}_KEY`);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(certText);
  } catch {
    throw new ConfigError(`${prefix}_CERT must be a certificate in PEM, which ${cert} is not.`);
  }
  let fits: boolean;
  try {
    fits = certificate.checkPrivateKey(createPrivateKey(keyText));
  } catch {
    throw new ConfigError(
      `${prefix}_KEY must be a private key in PEM without a password, which ${key} is not.`,
    );
  }
  if (!fits) throw new ConfigError(`${prefix}_KEY is not the key of the certificate ${prefix}_CERT.`);
  return { cert: certText, key: keyText };
}

function contentOf(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(
      `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Absolute path of the file that a setting names; undefined where it is not set. @throws ConfigError */
export function filePath(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  if (!value) return undefined;
  const path = resolve(value);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
  throw new ConfigError(`${name} must be an existing file, but there is none at ${path}.`);
}

/** Changes with the files; gone ones count too. */
function stampOf({ cert, key }: PemPair): string {
  return [cert, key]
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : 'none';
    })
    .join(', ');
}
