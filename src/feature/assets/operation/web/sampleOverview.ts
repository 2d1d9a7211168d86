import { QUARTER_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { AssetOverview, StationNow } from '../contract.ts';

const DAY = Date.parse('2026-11-20T00:00:00+08:00');
const NOW = DAY + 57 * QUARTER_MS;
const QUARTERS = 96;
const quarters = <T>(value: T): T[] => Array.from({ length: QUARTERS }, () => value);

/** A battery for tests: 200 kWh that stands at 50 %. */
export const sampleStation = (rest: Partial<StationNow> = {}): StationNow => ({
  stationId: 1,
  name: '1#',
  ammeterId: 11,
  power: { value: 0, at: NOW },
  doing: 'standing',
  soc: 50,
  soh: 98,
  ratedEnergy: 200,
  ratedPower: 100,
  socMin: 10,
  socMax: 90,
  ...rest,
});

/** The overview of a site with a battery alone at 14:15, for tests. */
export const sampleOverview = (rest: Partial<AssetOverview> = {}): AssetOverview => ({
  siteId: 5,
  siteName: 'Campus',
  consumerId: 1,
  timeZone: HOME_ZONE,
  asOf: NOW,
  date: '2026-11-20',
  stations: [sampleStation()],
  plants: [],
  piles: null,
  grid: { value: 100, at: NOW, ammeterId: 10, transformer: 800 },
  load: 100,
  flow: null,
  price: 0.65,
  period: 3,
  curve: {
    ts: Array.from({ length: QUARTERS }, (_, q) => DAY + q * QUARTER_MS),
    period: quarters(3),
    pv: quarters(null),
    grid: quarters(100),
    battery: quarters(0),
    load: quarters(100),
    soc: quarters(50),
  },
  energies: {
    pv: null,
    selfUsed: null,
    fedIn: 0,
    charged: 0,
    discharged: 0,
    bought: 1425,
    load: 1425,
  },
  carbon: null,
  peak: { demand: 100, at: DAY },
  today: {
    siteId: 5,
    siteName: 'Campus',
    consumerId: 1,
    timeZone: HOME_ZONE,
    from: DAY,
    to: DAY + QUARTERS * QUARTER_MS,
    unfinished: true,
    assets: [],
    income: 0,
    cost: 0,
    net: 0,
    coverage: 100,
  },
  alarms: { open: 0, unconfirmed: 0, rows: [] },
  ...rest,
});
