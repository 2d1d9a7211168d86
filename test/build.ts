import { sql } from 'kysely';
import { addressOf } from '#contract/define.ts';
import { resourceOf } from '#resource/index.ts';
import type { Envelope } from '#contract/envelope.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { allRoutes } from '#server/app.ts';
import { unique } from './build/row.ts';
import { cheapHash } from './cheapHash.ts';
import { ok } from './product.ts';
import type { Client, Product } from './product.ts';

export { unique };

interface Added {
  readonly id: number;
}

/** Adds a row through the public call; answers its id. */
export async function add(
  client: Client,
  resource: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<number> {
  const path = `${addressOf(resourceOf(resource))}/add`;
  return ok(await sendRow<Added>(client, path, fields)).id;
}

/** A file that any upload takes. */
const SAMPLE_FILE = { name: 'sample.txt', content: Buffer.from('a sample\n') };

/** Sends a row to a call of its resource; with a file where the call takes nothing else. */
export function sendRow<T>(
  client: Client,
  path: string,
  row: Readonly<Record<string, unknown>>,
): Promise<Envelope<T>> {
  const route = allRoutes.find((r) => r.path === path);
  return route?.method === 'UPLOAD' && !route.filesOptional
    ? client.upload<T>(path, row, SAMPLE_FILE)
    : client.post<T>(path, row);
}

/** An enterprise with a site, a meter and a person who may do all that the role of an enterprise allows. */
export interface Enterprise {
  readonly consumerId: number;
  readonly siteId: number;
  readonly ammeterId: number;
  readonly unitId: number;
  readonly gatewayId: number;
  readonly userName: string;
  readonly userId: number;
  readonly client: Client;
}

export const PASSWORD = 'a password of tests';

export async function buildEnterprise(
  product: Product,
  options: { timeZone?: string } = {},
): Promise<Enterprise> {
  const operator = await product.operator();
  const consumerId = await add(operator, 'consumer', { orgName: unique('Works '), orgCode: unique() });
  const siteId = await add(operator, 'monitorSite', {
    orgName: 'Main site',
    orgCode: unique(),
    consumerId,
    timeZone: options.timeZone ?? HOME_ZONE,
  });
  const ammeterId = await add(operator, 'ammeter', {
    ammeterName: 'Incomer',
    ammeterCode: unique(),
    consumerId,
    siteId,
  });
  const unitId = await add(operator, 'orgUnit', { orgName: 'Melt shop', orgCode: unique(), consumerId });
  const gatewayId = await add(operator, 'gateway', { gatewayName: unique('Gateway '), consumerId });
  const roles = ok(
    await operator.get<readonly Added[]>('/api/sys/orgRole/searchall', { roleCode: 'enterprise' }),
  );
  const userName = unique('user').toLowerCase();
  const userId = await add(operator, 'orgEmployee', {
    userName,
    name: 'A user',
    consumerId,
    roleIdList: String(roles[0]?.id),
  });
  await sql`insert into employee_secret (employee_id, password_hash, must_change)
    values (${userId}, ${cheapHash(PASSWORD)}, false)
    on conflict (employee_id) do update set password_hash = excluded.password_hash, must_change = false`.execute(
    product.database.db,
  );
  const client = await product.login(userName, PASSWORD);
  return { consumerId, siteId, ammeterId, unitId, gatewayId, userName, userId, client };
}

/** As if the person had chosen the password that an administrator set. */
export async function keepPassword(product: Product, userId: number): Promise<void> {
  await sql`update employee_secret set must_change = false where employee_id = ${userId}`.execute(
    product.database.db,
  );
}
