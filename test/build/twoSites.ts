import { sql } from 'kysely';
import { add, buildEnterprise, PASSWORD } from '../build.ts';
import type { Enterprise } from '../build.ts';
import type { Client, Product } from '../product.ts';
import { unique } from './row.ts';

/** An enterprise at its first site, the same at a second one, and an account that is limited to the second. */
export interface TwoSites {
  readonly first: Enterprise;
  readonly second: Enterprise;
  /** It may call everything: only the limit stands between it and the first site. */
  readonly limited: Client;
  readonly limitedRole: number;
}

/** Builds it. @param name what stands in every name of the first site */
export async function buildTwoSites(product: Product, name = 'First'): Promise<TwoSites> {
  const operator = await product.operator();
  const built = await buildEnterprise(product);
  const { consumerId } = built;
  const at = async (siteId: number, ammeterId: number, of: string): Promise<Enterprise> => {
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
  const site = { orgName: 'Second site', orgCode: unique(), consumerId, timeZone: 'Asia/Shanghai' };
  const siteId = await add(operator, 'monitorSite', site);
  const meter = { ammeterName: 'Second incomer', ammeterCode: unique(), consumerId, siteId };
  const second = await at(siteId, await add(operator, 'ammeter', meter), 'Second');
  const limitedRole = await add(operator, 'orgRole', {
    roleName: unique('Limited'),
    roleCode: unique(),
    orgLimitList: [second.siteId, second.unitId],
  });
  await sql`update org_employee set role_id_list = (select array_agg(id) from org_role
    where role_code = 'operator') || ${limitedRole}::integer where id = ${built.userId}`.execute(
    product.database.db,
  );
  return { first, second, limited: await product.login(built.userName, PASSWORD), limitedRole };
}
