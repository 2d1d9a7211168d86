import { ENERGY } from '#contract/energyType.ts';
import type { Calendar } from '#domain/calendar/calendar.ts';
import type { Void } from '#domain/fold/void.ts';
import type { Pricing } from '#domain/tariff/pricing.ts';
import type { PeriodSource } from '#domain/calendar/split.ts';
import { type Segment, lifeOf } from '#domain/ledger/segment.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import { keptCalendar } from './calendar/keptCalendar.ts';
import { keptPricing } from './price/keptPricing.ts';
import { loadVoids } from './loadVoids.ts';
import type { Queryable } from './queryable.ts';

/** What the arithmetic must know of a meter beside its readings. */
export interface MeterRow {
  readonly id: number;
  readonly zone: Zone;
  readonly stepMs: number;
  readonly ratedPower: string | null;
  readonly gapShape: 'time' | 'week';
  /** By how much the window of its demand moves, ms. */
  readonly slipMs: number;
  readonly life: readonly Segment[];
  /** Splits its energy into tariff periods; null where none does. */
  readonly calendar: Calendar | null;
  readonly periodSource: PeriodSource;
  /** What its energy costs; null where no agreement holds. */
  readonly pricing: Pricing | null;
  /** Its enterprise has or had prices: buckets may have costs. */
  readonly costed: boolean;
  /** Out of use, it counts in sums as long as it was heard. */
  readonly inUse: boolean;
  /** Values that persons took out. */
  readonly voids: readonly Void[];
  /** A source sent another value for an instant or a span of it again. */
  readonly replaced: boolean;
}

interface FactRow {
  readonly step: number | null;
  readonly power: string | null;
  readonly shape: string;
  readonly slip: string;
  readonly dataType: string;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly zone: string | null;
  readonly stamp: string | null;
  readonly priceStamp: string | null;
  readonly periodSource: string | null;
  readonly inUse: boolean;
  readonly voids: boolean;
  readonly replaced: boolean;
}

interface SegmentRow {
  readonly id: number;
  readonly from: Date;
  readonly to: Date | null;
  readonly serial: string | null;
  readonly multiplier: string;
  readonly factor: string;
  readonly width: number | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly kind: 'register' | 'interval';
}

/** Reads a meter's zone, step, rated power, life ledger, calendar, and what persons took out of its values. */
export async function meterFacts(client: Queryable, meterId: number): Promise<MeterRow> {
  const { rows } = await client.query<FactRow>({
    name: 'meter_facts',
    text: `select a.interval_seconds as step, a.rated_power::text as power, a.gap_shape as shape, a.demand_slip as slip, a.data_type as "dataType",
             a.consumer_id as "consumerId", a.site_id as "siteId", s.time_zone as zone, c.stamp, p.stamp as "priceStamp", a.period_source as "periodSource",
             a.state <> '0' as "inUse",
             exists (select from reading_void v where v.meter_id = a.id) as voids,
             exists (select from correction c where c.meter_id = a.id) as replaced
           from ammeter a left join monitor_site s on s.id = a.site_id
             left join calendar_stamp c on c.consumer_id = a.consumer_id
             left join price_stamp p on p.consumer_id = a.consumer_id
           where a.id = $1`,
    values: [meterId],
    each: ['integer'],
  });
  const { rows: segments } = await client.query<SegmentRow>({
    name: 'meter_life',
    text: `select id, from_ts as from, to_ts as to, serial, multiplier::text, correction_factor::text as factor,
             register_width as width, start_register::text as start, end_register::text as end, kind
           from ledger_segment where meter_id = $1 order by from_ts`,
    values: [meterId],
    each: ['integer'],
  });
  const row = rows[0];
  return {
    id: meterId,
    zone: zoneOf(row?.zone ?? HOME_ZONE),
    stepMs: (row?.step ?? 900) * 1000,
    ratedPower: row?.power ?? null,
    gapShape: row?.shape === '2' ? 'week' : 'time',
    // The sliding demand of billing is about electricity.
    slipMs: row?.dataType === ENERGY.electricity ? Number(row.slip) * MINUTE_MS : QUARTER_MS,
    life: lifeOf(segments.map(segmentOf)),
    calendar: row?.dataType === ENERGY.electricity ? await calendarOfMeter(client, row) : null,
    periodSource: row?.periodSource === '1' ? 'calendar' : row?.periodSource === '2' ? 'registers' : 'either',
    pricing:
      row?.priceStamp && row.dataType === ENERGY.electricity
        ? await keptPricing(client, { consumerId: row.consumerId, siteId: row.siteId ?? 0 }, row.priceStamp)
        : null,
    costed: row?.priceStamp != null,
    inUse: row?.inUse ?? true,
    voids: row?.voids === true ? await loadVoids(client, meterId) : [],
    replaced: row?.replaced === true,
  };
}

const calendarOfMeter = (client: Queryable, { consumerId, siteId, zone, stamp }: FactRow) =>
  keptCalendar(client, { consumerId, siteId: siteId ?? 0, zone: zone ?? HOME_ZONE }, stamp);

const segmentOf = (row: SegmentRow, index: number): Segment => ({
  id: row.id,
  // Nothing is known to be older than the first device.
  from: index === 0 && row.start === null ? -Infinity : row.from.getTime(),
  to: row.to?.getTime() ?? Infinity,
  serial: row.serial,
  multiplier: row.multiplier,
  correctionFactor: row.factor,
  registerWidth: row.width,
  startRegister: row.start,
  endRegister: row.end,
  kind: row.kind,
});
