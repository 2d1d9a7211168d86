import { sql } from 'kysely';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { buildMeters } from './meter.ts';
import { type Client, ok, type Product, startProduct } from '../product.ts';
import type { SettlementStatement } from '#feature/assets/settlement/contract.ts';

export const FROM = Date.parse('2024-03-01T00:00:00+08:00');
export const DAYS = 31;
const SCHEME = { price1: 1.38125, price2: 1.105, price3: 0.65, price4: 0.247, reversePrice: 0.4, demandPrice: 32, basicCharge: '2', factorStandard: '0', reactive: '1' }; // prettier-ignore

/** Energies of a quarter of the month, kWh as texts: the same arithmetic as nobody's. */
interface Truth {
  readonly charged: string;
  readonly discharged: string;
  readonly pv: string;
  readonly bought: string;
  readonly fedIn: string;
}

export const hourOf = (q: number): number => Math.floor((q % 96) / 4);

/** A battery that charges by night and at noon and discharges in the morning and the evening; odd decimals everywhere. */
export function truthOf(q: number): Truth {
  const hour = hourOf(q);
  const odd = ((q * 7919) % 1000) / 1000;
  const charged = hour < 4 ? 10 + odd : hour === 13 ? 8 + odd / 3 : 0;
  const discharged = hour === 10 ? 20 + odd : hour === 19 ? 15 + odd / 7 : 0;
  const pv = hour >= 7 && hour < 18 ? 30 * Math.sin((Math.PI * (hour - 6)) / 12) + odd : 0;
  const load = hour === 12 ? 5 : 40 + odd * 3 + (q === 1000 ? 60 : 0);
  const net = load + charged - discharged - pv;
  const text = (value: number): string => value.toFixed(6);
  return {
    charged: text(charged),
    discharged: text(discharged),
    pv: text(pv),
    bought: text(Math.max(0, net)),
    fedIn: text(Math.max(0, -net)),
  };
}

/** Millionths of a decimal text. */
export const micro = (value: string): bigint => BigInt(value.replace('.', ''));
export const PATH = '/api/sdata/storageStrategy';

/** A site with a battery and a roof behind one supply, and what tests do with it. */
export interface Scene {
  readonly product: Product;
  readonly operator: Client;
  readonly consumerId: number;
  readonly siteId: number;
  /** Of the battery, the supply, the roof, and one that was never heard. */
  readonly meters: readonly number[];
  readonly add: (path: string, row: Record<string, unknown>) => Promise<number>;
  /** Stores quarters of the month. */
  readonly deliver: (quarters: readonly number[]) => Promise<void>;
  readonly settled: (month?: string) => Promise<SettlementStatement>;
}

/** Starts a product with the site and its March of 2024, its quarters in another order than that of time. */
export async function openScene(isLost: (q: number) => boolean = () => false): Promise<Scene> {
  const product = await startProduct();
  const operator = (await product.operator()).in('en');
  const { db } = product.database;
  const { consumerId, siteId, meterIds: meters } = await buildMeters(db, { name: 'assets', meters: 4 });
  const add: Scene['add'] = async (path, row) =>
    ok(await operator.post<{ id: number }>(`/api/${path}/add`, { consumerId, ...row })).id;
  const deliver = delivery(product, meters);
  const all = Array.from({ length: DAYS * 96 }, (_, q) => q).filter((q) => !isLost(q));
  await deliver(all.toReversed());
  await enterPrices(product, consumerId, add);
  const [stationMeterId, gridMeterId, ammeterId] = meters;
  await add('archive/storageStation', {
    siteId,
    stationName: 'Battery',
    stationMeterId,
    gridMeterId,
    measureAccount: 'A',
    ratedEnergy: 200,
    ratedPower: 100,
    wearCost: 0.05,
    operationCost: 310,
    customerShare: 15,
  });
  await add('archive/pvPlant', { siteId, plantName: 'Roof', ammeterId, gridMeterId, ratedPower: 150 });
  await foldDirty(db);
  const settled: Scene['settled'] = async (month = '2024-03') =>
    ok(await operator.get<SettlementStatement>(`${PATH}/getSettlement`, { siteId, month }));
  return { product, operator, consumerId, siteId, meters, add, deliver, settled };
}

async function enterPrices(product: Product, consumerId: number, add: Scene['add']): Promise<void> {
  await product.database.db.transaction().execute(async (trx) => {
    const made = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(GUANGDONG)}) returning id`.execute(trx);
    const after = { timezoneName: 'g', siteIdList: null, validFrom: '2020-01-01', rules: GUANGDONG, id: made.rows[0]?.id ?? 0 }; // prettier-ignore
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
  const planId = await add('price/priceScheme', { ...SCHEME, schemeName: 'large' });
  await add('price/priceAgreement', { measureAccount: 'A', orgId: consumerId, planId, beginDt: '2024-01-01', capacity: 400 }); // prettier-ignore
}

const delivery =
  (product: Product, [battery = 0, grid = 0, pv = 0]: readonly number[]): Scene['deliver'] =>
  async (quarters) => {
    await storeIntervals(
      product.database.db,
      quarters.flatMap((q) => {
        const one = truthOf(q);
        const value = (meterId: number, code: 'PP' | 'RP', energy: string) => ({ meterId, code, value: energy, start: FROM + q * Q, end: FROM + (q + 1) * Q }); // prettier-ignore
        return [
          value(battery, 'PP', one.charged),
          value(battery, 'RP', one.discharged),
          value(grid, 'PP', one.bought),
          value(grid, 'RP', one.fedIn),
          value(pv, 'PP', one.pv),
        ];
      }),
    );
  };
