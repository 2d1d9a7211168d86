import type { Client } from '../demonstration/client.ts';

const ZONE = 'Asia/Shanghai';
const WORK_ORDER = '5';
/** Kinds of alarms that a linkage follows. */
export const [OF_RULES, OF_DEVICES, OF_THE_PLATFORM] = ['0', '2', '4'] as const;

/** Enters an enterprise with a site and a gateway. */
export async function enterPlace(client: Pick<Client, 'post'>, code: string) {
  const add = async <T extends { id: number }>(path: string, values: object): Promise<T> =>
    client.post<T>(`/api/archive/${path}/add`, { ...values });
  const { id: consumerId } = await add('consumer', { orgCode: code, orgName: code });
  const { id: siteId } = await add('monitorSite', { consumerId, orgCode: code, orgName: code, timeZone: ZONE }); // prettier-ignore
  const gateway = await add<{ id: number; token: string }>('gateway', { consumerId, siteId, gatewayName: code, state: '1' }); // prettier-ignore
  return { consumerId, siteId, gatewayId: gateway.id, token: gateway.token };
}

/** A work order at once for each alarm of some kinds: what is done of it shows who would have been told. */
export async function workOrders(
  client: Pick<Client, 'post'>,
  consumerId: number,
  eventTypes: readonly string[],
): Promise<void> {
  for (const eventType of eventTypes)
    await client.post('/api/alarm/linkageConfig/add', { linkageName: `Work order ${eventType}`, consumerId, eventType, linkageType: WORK_ORDER, delay: 0, enable: '1' }); // prettier-ignore
}
