import { sql } from 'kysely';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { add, PASSWORD } from '../build.ts';
import { type WholeEnterprise, buildWholeEnterprise } from './whole.ts';
import type { Client, Product } from '../product.ts';
import { unique } from './row.ts';

/** An enterprise at its first site, the same at a second one, and an account that is limited to the second. */
export interface TwoSites {
  readonly first: WholeEnterprise;
  readonly second: WholeEnterprise;
  /** It may call everything: only the limit stands between it and the first site. */
  readonly limited: Client;
  /** The same of an account that is limited by itself, whatever its roles. */
  readonly limitedItself: Client;
  readonly limitedRole: number;
}

/** Builds it. @param name what stands in every name of the first site */
export async function buildTwoSites(product: Product, name = 'First'): Promise<TwoSites> {
  const operator = await product.operator();
  const built = await buildWholeEnterprise(product);
  const { consumerId } = built;
  const at = async (siteId: number, ammeterId: number, of: string): Promise<WholeEnterprise> => {
    const gateway = { gatewayName: unique(`${of} `), consumerId, siteId };
    const gatewayId = await add(operator, 'gateway', gateway);
    const channel = { channelName: unique(`${of} `), consumerId, gatewayId, host: '192.0.2.1' };
    const unit = { orgName: unique(`${of} `), orgCode: unique(), consumerId };
    return {
      ...built,
      siteId,
      ammeterId,
      gatewayId,
      channelId: await add(operator, 'collectorChannel', channel),
      unitId: await add(operator, 'orgUnit', unit),
    };
  };
  const first = await at(built.siteId, built.ammeterId, name);
  const site = { orgName: 'Second site', orgCode: unique(), consumerId, timeZone: HOME_ZONE };
  const siteId = await add(operator, 'monitorSite', site);
  const meter = { ammeterName: 'Second incomer', ammeterCode: unique(), consumerId, siteId };
  const second = await at(siteId, await add(operator, 'ammeter', meter), 'Second');
  const limitedRole = await add(operator, 'orgRole', {
    roleName: unique('Limited'),
    roleCode: unique(),
    orgLimitList: [second.siteId, second.unitId],
  });
  const { db } = product.database;
  const { rows } = await sql<{ id: number }>`select id from org_role where role_code = 'operator'`.execute(
    db,
  );
  const operatorRole = rows[0]?.id ?? 0;
  await sql`update org_employee set role_id_list = ${[operatorRole, limitedRole]}::integer[]
    where id = ${built.userId}`.execute(db);
  const userName = unique('own').toLowerCase();
  await add(operator, 'orgEmployee', {
    userName,
    name: 'Limited itself',
    consumerId,
    roleIdList: [operatorRole],
    orgLimitList: [second.siteId, second.unitId],
  });
  await sql`insert into employee_secret (employee_id, password_hash)
    select e.id, s.password_hash from org_employee e, employee_secret s
    where e.user_name = ${userName} and s.employee_id = ${built.userId}`.execute(db);
  const limited = await product.login(built.userName, PASSWORD);
  return { first, second, limited, limitedItself: await product.login(userName, PASSWORD), limitedRole };
}
