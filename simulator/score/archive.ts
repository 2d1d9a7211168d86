import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import type { Client } from '../demonstration/client.ts';
import type { Rig } from './rig.ts';

/** What the platform calls the enterprise, its meters and gateways. */
export interface Archive {
  readonly consumerId: number;
  readonly meterIds: ReadonlyMap<string, number>;
  /** Tokens by gateway. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly gatewayIds: ReadonlyMap<string, number>;
  /** Id of the first event of the ledger, by meter. */
  readonly firstEvents: ReadonlyMap<string, number>;
}

/** Zones of the sites. */
export const ZONES = { CN: 'Asia/Shanghai', DE: 'Europe/Berlin' } as const;

interface Row {
  readonly id: number;
}

/** Enters an enterprise of its own with meters, sums, gateways and what is recorded of their lives beforehand. */
export async function enterArchive(client: Client, rigs: readonly Rig[], name: string): Promise<Archive> {
  const add = async <T extends Row>(
    resource: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<T> => client.post<T>(`/api/archive/${resource}/add`, values);
  const { id: consumerId } = await add('consumer', { orgCode: name, orgName: name });
  const siteIds = new Map<string, number>();
  for (const [orgCode, timeZone] of Object.entries(ZONES))
    siteIds.set(orgCode, (await add('monitorSite', { consumerId, orgCode, orgName: timeZone, timeZone })).id);
  const meterIds = new Map<string, number>();
  for (const rig of rigs) {
    const { id } = await add('ammeter', {
      consumerId,
      siteId: siteIds.get(rig.season.site),
      ammeterCode: rig.code,
      ammeterName: rig.code,
      deviceType: rig.parts.length > 0 ? DEVICE_TYPE.totalAdder : DEVICE_TYPE.electricityMeter,
      dataType: ENERGY.electricity,
      intervalSeconds: 900,
      ...(rig.ratedPower === undefined ? {} : { ratedPower: rig.ratedPower }),
    });
    meterIds.set(rig.code, id);
  }
  const tokens = new Map<string, string>();
  const gatewayIds = new Map<string, number>();
  for (const gateway of new Set(rigs.map((rig) => rig.gateway))) {
    const row = await add<Row & { token: string }>('gateway', {
      consumerId,
      gatewayName: gateway,
      state: '1',
    });
    tokens.set(gateway, row.token);
    gatewayIds.set(gateway, row.id);
  }
  const firstEvents = new Map<string, number>();
  for (const rig of rigs) {
    const ammeterId = meterIds.get(rig.code);
    for (const [i, event] of rig.ledger.entries()) {
      const { id } = await add('ledger', { ammeterId, ...event });
      if (i === 0) firstEvents.set(rig.code, id);
    }
    if (rig.parts.length === 0) continue;
    const items = rig.parts.map(({ code, sign }) => ({ ammeterId: meterIds.get(code), sign }));
    await client.post('/api/archive/ammeterSum/editSum', { ammeterId, items, confirmed: 1 });
  }
  return { consumerId, meterIds, tokens, gatewayIds, firstEvents };
}
