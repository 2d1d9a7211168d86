import { INGEST_PATH } from '#feature/meters/ingest/server/public.ts';
import { releaseHeld } from '#feature/meters/ingest/server/release.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { unique } from '../build.ts';
import { type Client, ok, type Product } from '../product.ts';
import { dateAfter } from './clock.ts';
import { CARBON, carbonChange, COAL } from './compare.ts';
import type { Plant, Signed } from './plant.ts';
import type { Period, Prices } from './draw.ts';

/** What the product calls the enterprise and what is in it. */
export interface Entered {
  readonly consumerId: number;
  readonly unitId: number;
  readonly siteIds: readonly number[];
  /** Ids in the order of meters, then sums. */
  readonly ids: readonly number[];
  /** The key energy system of the meter of compressed air. */
  readonly systemId: number | null;
  readonly account: string;
  readonly planId: number;
  readonly feeId: number | null;
}

const PERIOD_HOURS = (periods: readonly Period[]) =>
  periods.map((period, hour) => ({ begin: clock(hour), end: clock(hour + 1), period }));
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Enters a plant as people and gateways do, by the public calls, and folds what came. */
export async function enter(product: Product, client: Client, plant: Plant): Promise<Entered> {
  const { draw } = plant;
  const add = async (path: string, row: Record<string, unknown>): Promise<{ id: number; token?: string }> =>
    ok(await client.post<{ id: number; token?: string }>(`/api/${path}/add`, row));
  const code = unique('P');
  const { day: settlementDay, hour: settlementHour } = draw.settlement;
  const { id: consumerId } = await add('archive/consumer', { orgName: code, orgCode: code, settlementDay, settlementHour }); // prettier-ignore
  const siteIds: number[] = [];
  for (const orgCode of ['S0', 'S1'])
    siteIds.push((await add('archive/monitorSite', { consumerId, orgCode, orgName: orgCode, timeZone: plant.zone })).id); // prettier-ignore
  const { id: unitId } = await add('sys/orgUnit', { consumerId, orgName: 'Unit', orgCode: 'U' });
  const weekend = draw.weekend ? [{ dayTypes: ['weekend'], segments: PERIOD_HOURS(draw.weekend) }] : [];
  await add('archive/timezone', {
    consumerId,
    timezoneName: 'calendar',
    validFrom: '2020-01-01',
    rules: { rules: [{ segments: PERIOD_HOURS(draw.workday) }, ...weekend] },
  });
  const ids: number[] = [];
  for (const [i, meter] of plant.meters.entries()) {
    const { step, slip, site } = meter.draw;
    const above = plant.above[i] ?? null;
    const { id } = await add('archive/ammeter', {
      consumerId,
      siteId: siteIds[site],
      ammeterCode: meter.code,
      ammeterName: meter.code,
      intervalSeconds: step * 60,
      demandSlip: String(slip),
      ...(meter.ratedPower === null ? {} : { ratedPower: meter.ratedPower }),
      ...(above === null ? {} : { parentId: ids[above] }),
    });
    ids.push(id);
    for (const event of meter.ledger) await add('archive/ledger', { ammeterId: id, ...event });
  }
  for (const [i, parts] of plant.sums.entries()) {
    const name = `V${i}`;
    const row = { consumerId, siteId: siteIds[0], ammeterCode: name, ammeterName: name, deviceType: '11' };
    const { id } = await add('archive/ammeter', row);
    ids.push(id);
    const items = parts.map(({ of, sign }) => ({ ammeterId: ids[of], sign }));
    ok(await client.post('/api/archive/ammeterSum/editSum', { ammeterId: id, items, confirmed: 1 }));
  }
  const systemId = await enterSystem(plant, consumerId, siteIds[0] ?? 0, ids[0] ?? 0, add);
  // A drawn list may count a flow twice, and means it.
  const silent: number[] = [];
  for (let i = 0; i < draw.silent; i++) {
    const name = `N${i}`;
    silent.push((await add('archive/ammeter', { consumerId, siteId: siteIds[0], ammeterCode: name, ammeterName: name })).id); // prettier-ignore
  }
  const listed = async (orgId: number, list: Signed): Promise<void> => {
    const entries = [
      ...list.map(({ of, sign }) => ({ ammeterId: ids[of], sign: String(sign) })),
      ...silent.map((ammeterId) => ({ ammeterId, sign: '1' })),
    ];
    for (const entry of entries)
      await add('archive/orgAmmeter', { orgId, consumerId, ...entry, confirmed: 1 });
  };
  if (draw.list) await listed(consumerId, draw.list);
  await listed(unitId, draw.unit);
  const tariff = await enterTariff(plant, consumerId, add);
  const factorOf = (type: string, dt: string, factor: bigint) => ({ orgId: consumerId, dataType: '1', type, dt, factor: Number(factor) / 1e8, source: 'drawn' }); // prettier-ignore
  const factors = [
    factorOf('1', '2020-01-01', COAL),
    factorOf('2', '2020-01-01', CARBON[0]),
    factorOf('2', carbonChange(plant), CARBON[1]),
  ];
  ok(await client.post('/api/archive/coefficient/editAll', { json: JSON.stringify(factors) }));
  const { id: gatewayId, token = '' } = await add('archive/gateway', { consumerId, gatewayName: code });
  await deliver(product, plant, token, async () => {
    const names = plant.meters.flatMap(({ draw: { alias }, code: own }, i) => (alias ? [{ own, i }] : []));
    for (const { own, i } of names)
      await add('archive/gatewayMapping', { gatewayId, consumerId, deviceName: `${own} of the gateway`, ammeterId: ids[i] }); // prettier-ignore
  });
  return { consumerId, unitId, siteIds, ids, systemId, account: 'A', ...tariff };
}

type Add = (path: string, row: Record<string, unknown>) => Promise<{ readonly id: number }>;

/** The compressor of a plant: what it takes is the first meter, what it gives one of its own. */
async function enterSystem(
  { air }: Plant,
  consumerId: number,
  siteId: number,
  powerMeterId: number,
  add: Add,
) {
  if (!air) return null;
  const row = { consumerId, siteId, ammeterCode: air.code, ammeterName: air.code, intervalSeconds: air.draw.step * 60, deviceType: '7', dataType: '12' }; // prettier-ignore
  const { id: outputMeterId } = await add('archive/ammeter', row);
  for (const event of air.ledger) await add('archive/ledger', { ammeterId: outputMeterId, ...event });
  return (await add('archive/keySystem', { consumerId, systemName: 'air', systemType: '2', powerMeterId, outputMeterId })).id; // prettier-ignore
}

const yuan = (thousandths: number): string => (thousandths / 1000).toFixed(3);
export const DEMAND_PRICE = 32;
export const CAPACITY_PRICE = 23;

async function enterTariff({ draw }: Plant, consumerId: number, add: Add) {
  const { tariff } = draw;
  const pricesOf = ([price1, price2, price3, price4, price5]: Prices) => ({
    price1: yuan(price1),
    price2: yuan(price2),
    price3: yuan(price3),
    price4: yuan(price4),
    price5: yuan(price5),
    fundPrice: yuan(tariff.fund),
    demandPrice: DEMAND_PRICE,
    capacityPrice: CAPACITY_PRICE,
  });
  const { id: planId } = await add('price/priceScheme', {
    consumerId,
    schemeName: 'scheme',
    ...pricesOf(tariff.prices),
    basicCharge: String(tariff.basicCharge),
    factorStandard: String(tariff.factorStandard),
    reactive: '1',
  });
  if (tariff.change)
    await add('price/priceVersion', {
      consumerId,
      planId,
      versionName: 'later',
      validFrom: dateAfter(draw.begin, tariff.change.day),
      ...pricesOf(tariff.change.prices),
    });
  let feeId: number | null = null;
  if (tariff.fee) {
    const { kind, price, inBase } = tariff.fee;
    const row = { consumerId, feeName: 'fee', feeKind: String(kind), feePrice: yuan(price), inFactorBase: inBase, validFrom: '2020-01-01' }; // prettier-ignore
    feeId = (await add('price/priceParameter', row)).id;
  }
  await add('price/priceAgreement', {
    consumerId,
    measureAccount: 'A',
    orgId: consumerId,
    planId,
    beginDt: '2020-01-01',
    capacity: tariff.capacity,
    contractDemand: tariff.declared,
  });
  return { planId, feeId };
}

interface Taken {
  readonly code: number;
  readonly data: { readonly rejected: readonly { readonly reason: string }[] };
}

/** What may be refused: registers below zero, and readings under a name that nobody knows yet. */
const REFUSED = /^(negative register: quarantined|unknown meter)/;

/** All first parts, names mapped, all folded, then all second ones. */
async function deliver(
  { app, database }: Product,
  { meters: all, air }: Plant,
  token: string,
  map: () => Promise<void>,
): Promise<void> {
  const meters = air ? [...all, air] : all;
  for (const part of [0, 1]) {
    const payload = Object.fromEntries(
      meters.map(({ code, draw, sent }) => [draw.alias ? `${code} of the gateway` : code, sent[part] ?? []]),
    );
    if (Object.values(payload).every((list) => list.length === 0)) continue;
    const reply = await app.inject({
      method: 'POST',
      url: INGEST_PATH,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    const { code, data } = reply.json<Taken>();
    const abnormal = data?.rejected.filter(({ reason }) => !REFUSED.test(reason)) ?? [];
    if (code >= 400 || abnormal.length > 0) throw new Error(`not taken: ${reply.body.slice(0, 500)}`);
    if (part === 0) await map();
    if (meters.some(({ draw }) => draw.alias)) await releaseHeld(database.db);
    await foldDirty(database.db);
  }
}
