import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { Names } from '../domain/decode.ts';
import { readingOf, readStates } from '#domain/signal/word.ts';
import {
  type MappingRow,
  type Meter,
  devicesOf,
  type SignalKeys,
  type SignalTarget,
} from '../domain/device.ts';
import { hashToken } from './token.ts';

/** A gateway that may deliver, with what the names mean that it sends. */
export interface Gateway extends Names {
  readonly id: number;
  readonly consumerId: number;
  readonly name: string;
}

const FRESH_MS = 2000;
const MOST_KEPT = 20_000;
/** Names that are known to be unknown, of all gateways, and how many are looked up by one statement. */
const MOST_UNKNOWN = 200_000;
const LOOKED_UP = 10_000;

interface Kept<T> {
  readonly value: Promise<T>;
  readonly at: number;
}

/**
 * Gateways by token and id, looked up at most every two seconds: a revoked token, a renamed meter or a changed
 * mapping holds that much later at most. A name that is not among them is looked up before it counts as unknown.
 */
export class Gateways {
  readonly #db: Db;
  readonly #byHash = new Map<string, Kept<number | undefined>>();
  readonly #byId = new Map<number, Kept<Gateway | undefined>>();
  /** When a name was looked up in vain, ms, by gateway and name. */
  readonly #unknown = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The gateway of a token, or undefined when the token is unknown or revoked or the gateway is off. */
  async find(token: string): Promise<Gateway | undefined> {
    const hash = hashToken(token);
    const id = await kept(this.#byHash, hash, () => gatewayOf(this.#db, hash));
    return id === undefined ? undefined : this.byId(id);
  }

  /** A gateway that is on, or undefined. */
  byId(id: number): Promise<Gateway | undefined> {
    return kept(this.#byId, id, () => loadGateway(this.#db, id));
  }

  /**
   * The gateway as it is to read `names`: as it was given, or loaded again where one of them was added since. A name
   * that nobody knows is asked for at most every two seconds.
   */
  async knowing(gateway: Gateway, names: readonly string[]): Promise<Gateway> {
    const now = Date.now();
    const open = names.filter(
      (name) =>
        !gateway.devices.has(name) && now - (this.#unknown.get(`${gateway.id} ${name}`) ?? 0) >= FRESH_MS,
    );
    for (let i = 0; i < open.length; i += LOOKED_UP) {
      if (!(await anyKnown(this.#db, gateway.id, open.slice(i, i + LOOKED_UP)))) continue;
      const fresh = await loadGateway(this.#db, gateway.id);
      if (fresh) this.#byId.set(gateway.id, { value: Promise.resolve(fresh), at: now });
      return fresh ?? gateway;
    }
    if (this.#unknown.size + open.length > MOST_UNKNOWN) this.#unknown.clear();
    for (const name of open) this.#unknown.set(`${gateway.id} ${name}`, now);
    return gateway;
  }

  /** Forgets what is known of a gateway, or of all: it was changed. */
  forget(id?: number): void {
    this.#byHash.clear();
    this.#unknown.clear();
    if (id === undefined) this.#byId.clear();
    else this.#byId.delete(id);
  }
}

function kept<K, T>(map: Map<K, Kept<T>>, key: K, load: () => Promise<T>): Promise<T> {
  const known = map.get(key);
  if (known && Date.now() - known.at < FRESH_MS) return known.value;
  if (map.size >= MOST_KEPT) map.clear();
  const entry = { value: load(), at: Date.now() };
  map.set(key, entry);
  entry.value.catch(() => {
    if (map.get(key) === entry) map.delete(key);
  });
  return entry.value;
}

async function gatewayOf(db: Db, hash: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select gateway_id as id from gateway_token
    where token_hash = ${hash} and (revoked_at is null or revoked_at > now())`.execute(db);
  return rows[0]?.id;
}

/** Whether any of the names means something by now. */
async function anyKnown(db: Db, gatewayId: number, names: readonly string[]): Promise<boolean> {
  // What holds a NUL is no name in the database.
  const plain = names.filter((name) => !name.includes('\0'));
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from gateway_mapping m where m.gateway_id = ${gatewayId} and m.device_name = any(${plain}))
      or exists (select from gateway g join ammeter a on a.consumer_id = g.consumer_id
          and (g.site_id is null or a.site_id = g.site_id)
        where g.id = ${gatewayId} and a.ammeter_code = any(${plain})) as known`.execute(db);
  return rows[0]?.known === true;
}

interface MeterRow {
  readonly id: number;
  readonly code: string;
  readonly zone: string;
  readonly since: string | null;
}

/** A gateway that is on as it stands now, or undefined. */
export async function loadGateway(db: Db, id: number): Promise<Gateway | undefined> {
  const { rows } = await sql<{
    id: number;
    consumerId: number;
    siteId: number | null;
    name: string;
    zone: string;
  }>`
    select g.id, g.consumer_id as "consumerId", g.site_id as "siteId", g.gateway_name as name,
      coalesce((select time_zone from monitor_site s where s.id = g.site_id), (select time_zone from monitor_site s
        where s.consumer_id = g.consumer_id order by s.id limit 1), ${homeZone}) as zone
    from gateway g where g.id = ${id} and g.state = '1'`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const points = await loadPoints(db, id, row.consumerId, row.zone);
  const { rows: mapped } = await sql<
    Omit<MappingRow, 'meter' | 'signal'> & { meter: number | null; signal: number | null }
  >`
    select m.device_name as "deviceName", m.data_key as "dataKey", a.id as meter, m.data_code as "dataCode",
      m.multiplier::text as multiplier, m.ignored, m.signal_point_id as signal
    from gateway_mapping m left join ammeter a on a.id = m.ammeter_id and a.consumer_id = ${row.consumerId}
    where m.gateway_id = ${id}`.execute(db);
  const named = mapped.flatMap(({ meter }) => (meter === null ? [] : [meter]));
  // A gateway of a site delivers for the meters of this site, one without for the whole enterprise.
  const { rows: all } = await sql<MeterRow & { own: boolean }>`
    select a.ammeter_code as code, a.id, coalesce(s.time_zone, ${row.zone}) as zone,
      floor(extract(epoch from a.commissioned::timestamp at time zone coalesce(s.time_zone, ${row.zone})) * 1000)::text
        as since,
      (${row.siteId}::integer is null or a.site_id = ${row.siteId}) as own
    from ammeter a left join monitor_site s on s.id = a.site_id
    where a.consumer_id = ${row.consumerId}
      and (${row.siteId}::integer is null or a.site_id = ${row.siteId} or a.id = any(${named}::integer[]))`.execute(
    db,
  );
  const meters = new Map(all.map((meter) => [meter.id, meterOf(meter)]));
  const byCode = new Map(
    all.flatMap(({ code, id: meter, own }) => (own ? [[code, meters.get(meter) as Meter]] : [])),
  );
  const mappings = mapped.map(({ signal, ...m }) => ({
    ...m,
    meter: m.meter === null ? null : (meters.get(m.meter) ?? null),
    ...(signal === null ? {} : { signal: points.byId.get(signal) ?? null }),
  }));
  const { consumerId, name, zone } = row;
  const events = await loadEvents(db, row);
  return { id, consumerId, name, zone, devices: devicesOf(byCode, mappings, points.byMeter), ...events };
}

/** The events of an enterprise that devices behind a gateway may tell of: those of its site, and of none. */
async function loadEvents(
  db: Db,
  { consumerId, siteId }: { readonly consumerId: number; readonly siteId: number | null },
): Promise<Pick<Names, 'events'>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, event_identifier as key from event_config where consumer_id = ${consumerId} and enable = '1'
      and (site_id is null or ${siteId}::integer is null or site_id = ${siteId})`.execute(db);
  return rows.length === 0 ? {} : { events: new Map(rows.map(({ id, key }) => [key, id])) };
}

interface PointRow {
  readonly id: number;
  readonly meter: number | null;
  readonly key: string | null;
  readonly statesZh: string;
  readonly statesEn: string;
  readonly inverted: boolean;
  readonly used: boolean;
  readonly zone: string;
}

/** The signal points of an enterprise that mappings of the gateway name, and those that have a meter and its key. */
async function loadPoints(
  db: Db,
  gatewayId: number,
  consumerId: number,
  zone: string,
): Promise<{ byId: ReadonlyMap<number, SignalTarget>; byMeter: ReadonlyMap<number, SignalKeys> }> {
  const { rows } = await sql<PointRow>`
    select p.id, p.ammeter_id as meter, p.signal_key as key, p.states_zh as "statesZh", p.states_en as "statesEn",
      p.inverted, p.state = '1' as used, coalesce(s.time_zone, ${zone}) as zone
    from signal_point p left join monitor_site s on s.id = p.site_id
    where p.consumer_id = ${consumerId} and ((p.ammeter_id is not null and p.signal_key is not null)
      or p.id in (select m.signal_point_id from gateway_mapping m where m.gateway_id = ${gatewayId}))`.execute(
    db,
  );
  const byId = new Map<number, SignalTarget>();
  const byMeter = new Map<number, Map<string, SignalTarget>>();
  for (const { id, meter, key, statesZh, statesEn, inverted, used, zone: own } of rows) {
    const states = [readStates(statesZh), readStates(statesEn)].filter((one) => one !== undefined);
    const target = used ? { id, zone: own, reading: readingOf(states, inverted) } : null;
    byId.set(id, target);
    if (meter === null || key === null) continue;
    const keys = byMeter.get(meter) ?? new Map<string, SignalTarget>();
    byMeter.set(meter, keys.set(key.toLowerCase(), target));
  }
  return { byId, byMeter };
}

const meterOf = ({ id, zone, since }: MeterRow): Meter => ({
  id,
  zone,
  since: since === null ? -Infinity : Number(since),
});
