import { codeIndex } from '#contract/dataCode.ts';
import { closedRows, type Stored, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BrokenMonth } from '#series/public.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { BatchBuilder, countValues, joined, type ReadingBatch } from '#domain/reading/batch.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { type Db, poolOf } from '#server/database/db.ts';
import type { HeldReason } from '../contract.ts';
import { type Decoded, decodeTelemetry } from '../domain/decode.ts';
import type { Held } from '../domain/held.ts';
import type { CountedRejection } from '../domain/refusals.ts';
import { storeEvents } from './deviceEvent.ts';
import { contradicting } from './contradicting.ts';
import { type Gateway, loadGateway } from './gateway.ts';
import { HeldStore } from './hold.ts';
import { together } from './ingest.ts';
import { rowsIn } from './storeSound.ts';
import { withoutWrong, type WrongReason } from './withoutWrong.ts';
import { writeRecords } from './writeRecords.ts';

/** Rows that are counted together. */
const MOST_ROWS = 2000;

/** Which rows are looked at: of enterprises, or of an interval of ids; none = all. */
export interface Aim {
  readonly consumerIds?: readonly number[];
  /** (from, to] */
  readonly ids?: { readonly after: number; readonly upTo: number };
}

/** A row of `held_reading`. */
export interface HeldRow {
  readonly id: string;
  readonly gatewayId: number;
  readonly consumerId: number;
  readonly ammeterId: number | null;
  readonly deviceName: string;
  readonly ts: Date;
  readonly stamp: string | null;
  readonly reason: HeldReason;
  readonly values: Readonly<Record<string, unknown>>;
  readonly receivedAt: Date;
}

export const HELD_COLUMNS = `h.id, h.gateway_id as "gatewayId", h.consumer_id as "consumerId",
  h.ammeter_id as "ammeterId", h.device_name as "deviceName", h.ts, h.stamp, h.reason, h."values",
  h.received_at as "receivedAt"`;

const aimed = `($1::integer[] is null or h.consumer_id = any($1)) and ($2::bigint is null or h.id > $2)
  and ($3::bigint is null or h.id <= $3)`;
const aimOf = ({ consumerIds, ids }: Aim): unknown[] => [
  consumerIds ?? null,
  ids?.after ?? null,
  ids?.upTo ?? null,
];

/** The keys of a row, as JSON: rows of a device mostly have the same. */
const KEYS = `array_to_json(array(select json_object_keys(h."values")))::text`;

interface Name {
  readonly gatewayId: number;
  readonly deviceName: string;
  readonly keys: readonly string[];
}

/**
 * Counts what waited for a name that means something by now, and what was quarantined as stamped before a commissioning
 * that is earlier by now, as if it came when it came. What is stored is stored once, however often this is cut short.
 * @returns values that count now
 */
export async function releaseHeld(db: Db, aim: Aim = {}, signal?: AbortSignal): Promise<number> {
  let counted = 0;
  const { rows: names } = await poolOf(db).query<Name>(
    `select n.gateway_id as "gatewayId", n.device_name as "deviceName", array_agg(n.keys) as keys from (
       select distinct h.gateway_id, h.device_name, ${KEYS} as keys from held_reading h
       join gateway g on g.id = h.gateway_id
       where h.ammeter_id is null and ${aimed} and (
         exists (select from gateway_mapping m where m.gateway_id = h.gateway_id and m.device_name = h.device_name)
         or exists (select from ammeter a where a.consumer_id = g.consumer_id and a.ammeter_code = h.device_name
           and (g.site_id is null or a.site_id = g.site_id))
         or exists (select from event_config e
           where e.consumer_id = g.consumer_id and e.enable = '1' and (e.site_id is null or g.site_id is null or e.site_id = g.site_id)
             and e.event_identifier in (select json_object_keys(h."values"))))) n
     group by 1, 2 order by 1, 2`,
    aimOf(aim),
  );
  let told: Gateway | undefined;
  let toldOf: number | undefined;
  for (const name of names) {
    if (signal?.aborted) return counted;
    // A gateway of a thousand devices is read once: most of their names mean as little as before.
    if (name.gatewayId !== toldOf) {
      told = await loadGateway(db, name.gatewayId);
      toldOf = name.gatewayId;
    }
    if (!told || !anyMeant(told, name)) continue;
    const gateway = await loadGateway(db, name.gatewayId);
    if (gateway) counted += await releaseName(db, gateway, name, aim, signal);
  }
  return counted + (await releaseCommissioned(db, aim, signal));
}

/**
 * Counts what waited for one name, in the order in which it came. Of a device of which some keys are mapped the others
 * come with every delivery: rows without a key that means something now are not read.
 */
async function releaseName(
  db: Db,
  gateway: Gateway,
  { deviceName, keys }: Name,
  aim: Aim,
  signal?: AbortSignal,
): Promise<number> {
  const meant = keys.filter((one) => meansSomething(gateway, deviceName, one));
  let counted = 0;
  for (let after = '0'; !signal?.aborted;) {
    const { rows } = await poolOf(db).query<HeldRow>(
      `select ${HELD_COLUMNS} from held_reading h
       where h.gateway_id = $4 and h.device_name = $5 and h.ammeter_id is null and h.id > $6
         and ${aimed} and ${KEYS} = any($7::text[])
       order by h.id limit ${MOST_ROWS}`,
      [...aimOf(aim), gateway.id, deviceName, after, meant],
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    counted += await releaseRows(db, gateway, rows);
  }
  await poolOf(db).query(
    `delete from gateway_rejection r where r.gateway_id = $1 and r.device_name = $2
       and r.reason in ('unknownMeter', 'unknownKey') and not exists (select from held_reading h
         where h.gateway_id = $1 and h.device_name = $2 and h.ammeter_id is null)`,
    [gateway.id, deviceName],
  );
  return counted;
}

const anyMeant = (gateway: Gateway, { deviceName, keys }: Name): boolean =>
  keys.some((one) => meansSomething(gateway, deviceName, one));

/** Whether any of the keys of a row of a device means something now. */
function meansSomething(gateway: Gateway, deviceName: string, keysOfRow: string): boolean {
  const now = Date.now();
  const keys = JSON.parse(keysOfRow) as string[];
  const values = Object.fromEntries(keys.map((key) => [key, 1]));
  const decoded = decodeTelemetry({ [deviceName]: { ts: now, values } }, gateway, now);
  return stillWaiting(decoded?.held ?? []) < keys.length;
}

/** How many values wait on. */
const stillWaiting = (held: readonly Held[]): number => held.find(({ meter }) => meter === null)?.n ?? 0;

/** A row that waited, as its names mean it now. */
interface Meant {
  readonly row: HeldRow;
  /** When it came, ms. */
  readonly at: number;
  readonly decoded: Decoded;
}

/** Reads rows as of when they came; those of which nothing means anything are left out. */
function readRows(gateway: Gateway, rows: readonly HeldRow[]): Meant[] {
  return rows.flatMap((row) => {
    const at = row.receivedAt.getTime();
    const ts: unknown = row.stamp === null ? row.ts.getTime() : JSON.parse(row.stamp);
    const decoded = decodeTelemetry({ [row.deviceName]: { ts, values: row.values } }, gateway, at);
    if (!decoded || stillWaiting(decoded.held) === Object.keys(row.values).length) return [];
    return [{ row, at, decoded }];
  });
}

/** Takes readings that may not count out of all that was read, asked at once: a row alone would cost as many statements. */
async function without(
  gateway: Gateway,
  all: readonly Meant[],
  reason: WrongReason,
  ask: (batch: ReadingBatch, at: (place: number) => number) => Promise<ReadonlySet<number>>,
): Promise<Meant[]> {
  const times = all.flatMap(({ at, decoded }) => Array.from({ length: decoded.batch.n }, () => at));
  const batch = joined(all.map(({ decoded }) => decoded.batch));
  const wrong = await ask(batch, (place) => times[place] as number);
  let first = 0;
  return all.map((one) => {
    const { n } = one.decoded.batch;
    const own = Array.from({ length: n }, (_, i) => i).filter((i) => wrong.has(first + i));
    first += n;
    return own.length === 0
      ? one
      : { ...one, decoded: withoutWrong(gateway, one.decoded, new Set(own), reason) };
  });
}

async function releaseRows(db: Db, gateway: Gateway, rows: readonly HeldRow[]): Promise<number> {
  const sound = await without(gateway, readRows(gateway, rows), 'contradicts', (batch, at) =>
    contradicting(db, batch, new Map(), at),
  );
  const open = await without(gateway, sound, 'closed', (batch) => closedRows(db, batch, Date.now()));
  const { assessed, batch, readings } = await storeMeant(db, gateway, open);
  const states = assessed.flatMap(({ decoded }) => decoded.states);
  const events = assessed.flatMap(({ decoded }) => decoded.events);
  const reasons = assessed
    .flatMap(({ decoded }) => decoded.reasons)
    .filter(({ reason }) => reason !== 'unknownKey' && reason !== 'unknownMeter');
  const positions = together(await storeStates(db, states), await storeEvents(db, gateway.id, events));
  const stored = together(readings, positions);
  await forget(
    db,
    assessed.map(({ row }) => row.id),
  );
  await record(db, gateway, stored, reasons);
  return countValues(batch) + states.length + events.length;
}

/** Keeps what does not count of rows that waited and stores the rest, without what is of a month whose block is broken. */
async function storeMeant(
  db: Db,
  gateway: Gateway,
  meant: readonly Meant[],
): Promise<{ readonly assessed: readonly Meant[]; readonly batch: ReadingBatch; readonly readings: Stored }> {
  for (let assessed = meant; ;) {
    const held = assessed.flatMap(({ at, decoded }) => decoded.held.map((one) => ({ one, at })));
    await new HeldStore(db).keep(
      gateway,
      held.map(({ one }) => one),
      held.map(({ at }) => at),
    );
    const batch = joined(assessed.flatMap(({ decoded }) => (decoded.batch.n > 0 ? [decoded.batch] : [])));
    try {
      return { assessed, batch, readings: await storeReadings(db, batch) };
    } catch (error) {
      if (!(error instanceof BrokenMonth) || rowsIn(batch, error).size === 0) throw error;
      assessed = await without(gateway, assessed, 'monthBroken', (all) =>
        Promise.resolve(rowsIn(all, error)),
      );
    }
  }
}

/** Counts what was quarantined as stamped before a commissioning and lies after it by now. */
async function releaseCommissioned(db: Db, aim: Aim, signal?: AbortSignal): Promise<number> {
  let counted = 0;
  for (let after = '0'; !signal?.aborted;) {
    const { rows } = await poolOf(db).query<HeldRow>(
      `select ${HELD_COLUMNS} from held_reading h
       join ammeter a on a.id = h.ammeter_id left join monitor_site s on s.id = a.site_id
       where h.ammeter_id is not null and h.reason = 'beforeCommissioned' and ${aimed} and h.id > $4
         and not exists (select from meter_fold f where f.meter_id = a.id and h.ts < f.closed_ts)
         and (a.commissioned is null
           or h.ts >= a.commissioned::timestamp at time zone coalesce(s.time_zone, '${HOME_ZONE}'))
       order by h.id limit ${MOST_ROWS}`,
      [...aimOf(aim), after],
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    counted += await countHeld(db, rows);
  }
  return counted;
}

/**
 * Stores quarantined rows as readings of their meters and forgets them; those of a month whose block is broken stay.
 * @returns values that count now
 * @throws Fault 409 where any lies where figures are final
 */
export async function countHeld(db: Db, rows: readonly HeldRow[]): Promise<number> {
  const batch = batchOf(rows);
  try {
    await storeReadings(db, batch);
  } catch (error) {
    if (!(error instanceof BrokenMonth)) throw error;
    const others = rows.filter(({ ammeterId, ts }) => !error.has(ammeterId ?? NaN, ts.getTime()));
    if (others.length === rows.length) throw error;
    return others.length === 0 ? 0 : countHeld(db, others);
  }
  await forget(
    db,
    rows.map(({ id }) => id),
  );
  return countValues(batch);
}

function batchOf(rows: readonly HeldRow[]): ReadingBatch {
  const builder = new BatchBuilder();
  for (const { ammeterId, ts, values } of rows) {
    if (ammeterId === null) continue;
    builder.row(ammeterId, ts.getTime());
    for (const [name, value] of Object.entries(values)) builder.set(codeIndex(name), Number(value));
  }
  return builder.batch();
}

const forget = (db: Db, ids: readonly string[]): Promise<unknown> =>
  poolOf(db).query(`delete from held_reading where id = any($1::bigint[])`, [ids]);

/** The gateway's figures say what counts now and what does not. */
async function record(
  db: Db,
  { id, consumerId }: Gateway,
  { accepted, duplicate, conflict }: Stored,
  reasons: readonly CountedRejection[],
): Promise<void> {
  const now = Date.now();
  const rejected = reasons.reduce((sum, { n }) => sum + n, 0);
  await writeRecords(db, {
    states: new Map([
      [
        id,
        {
          gatewayId: id,
          consumerId,
          seenAt: null,
          messages: 0,
          accepted,
          duplicate,
          conflict,
          rejected,
          drift: null,
          protocol: null,
          connection: null,
          disconnectedAt: undefined,
        },
      ],
    ]),
    messages: [],
    rejections: new Map(
      mergedReasons(reasons).map((one, i) => [
        String(i),
        { ...one, gatewayId: id, consumerId, firstAt: now, lastAt: now },
      ]),
    ),
  });
}

/** One of each device, key and reason. */
function mergedReasons(reasons: readonly CountedRejection[]): CountedRejection[] {
  const merged = new Map<string, CountedRejection>();
  for (const one of reasons) {
    const same = JSON.stringify([one.device, one.key, one.reason]);
    const known = merged.get(same);
    if (known) known.n += one.n;
    else merged.set(same, { ...one });
  }
  return [...merged.values()];
}
