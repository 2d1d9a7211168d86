import { createCipheriv, getCiphers } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { openSealer } from '#server/secret.ts';
import { pinBlock } from '../domain/sm4.ts';
import type { ClientCertificate } from './http.ts';

/** What a platform's machinery keeps secret; nulls where it has none. */
export interface Secrets {
  readonly workKey: string | null;
  readonly password: string | null;
  readonly token: string | null;
  readonly certificate: ClientCertificate | null;
  /** Addresses that the platform told and that are used. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Where secrets are sealed: the settings that hold the key. */
export type SealConfig = Pick<Config, 'secretKey' | 'dataDir'>;

const NAMES = {
  workKey: 'work_key',
  password: 'password',
  token: 'token',
  certificate: 'certificate',
} as const;
type SecretName = keyof typeof NAMES;

const sealedFor = (platformId: number, name: SecretName): string => `platform:${platformId}:${name}`;

/** The secrets of a platform. What another key sealed counts as not there. @param system sees every row */
export async function secretsOf(system: Db, config: SealConfig, platformId: number): Promise<Secrets> {
  const { rows } = await sql<Record<string, string | null> & { addresses: Record<string, string> }>`
    select work_key, password, token, certificate, addresses from platform_secret
    where platform_id = ${platformId}`.execute(system);
  const row = rows[0];
  const sealer = openSealer(config);
  const open = async (name: SecretName): Promise<string | null> => {
    const sealed = row?.[NAMES[name]];
    return sealed == null ? null : sealer.open(sealed, sealedFor(platformId, name));
  };
  const certificate = await open('certificate');
  return {
    workKey: await open('workKey'),
    password: await open('password'),
    token: await open('token'),
    certificate: certificate === null ? null : (JSON.parse(certificate) as ClientCertificate),
    addresses: row?.addresses ?? {},
  };
}

/** Keeps secrets of a platform; null takes one away, what is not named stays. */
export async function keepSecrets(
  system: Db,
  config: SealConfig,
  platformId: number,
  given: Partial<Record<SecretName, string | null>>,
): Promise<void> {
  const sealer = openSealer(config);
  await sql`insert into platform_secret (platform_id) values (${platformId}) on conflict do nothing`.execute(
    system,
  );
  for (const [name, column] of Object.entries(NAMES) as [SecretName, string][]) {
    const value = given[name];
    if (value === undefined) continue;
    const sealed = value === null ? null : await sealer.seal(value, sealedFor(platformId, name));
    await sql`update platform_secret set ${sql.ref(column)} = ${sealed} where platform_id = ${platformId}`.execute(
      system,
    );
  }
}

/** Keeps the addresses that are used of those that a platform told. */
export async function keepAddresses(
  system: Db,
  platformId: number,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`insert into platform_secret (platform_id, addresses) values (${platformId}, ${JSON.stringify(addresses)})
    on conflict (platform_id) do update set addresses = excluded.addresses`.execute(system);
}

/** Whether this machine can encrypt as protocol A asks for; some builds of OpenSSL cannot. */
export const hasSm4 = (): boolean => getCiphers().includes('sm4-cbc');

/**
 * The password of protocol A: its block by SM4-CBC, key the first 16 characters of the work key, iv those of the
 * enterprise's code, no padding; 32 hexadecimal digits (domain notes 1.7).
 * @throws Error where this machine has no SM4, RangeError where key, code or password are not of the right length
 */
export function encryptPassword(password: string, workKey: string, enterpriseCode: string): string {
  const [key, iv] = [Buffer.from(workKey.slice(0, 16)), Buffer.from(enterpriseCode.slice(0, 16))];
  if (key.length !== 16 || iv.length !== 16)
    throw new RangeError('work key and enterprise code need 16 characters');
  const cipher = createCipheriv('sm4-cbc', key, iv).setAutoPadding(false);
  return cipher.update(pinBlock(password), 'latin1', 'hex') + cipher.final('hex');
}
