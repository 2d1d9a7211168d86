import { sql } from 'kysely';
import { besidePeers, type Peer, type PeerKind } from '#domain/alarm/peer.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { Level } from '#domain/time/bucket.ts';
import { usageOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

interface Member {
  readonly kind: PeerKind;
  readonly meterId: number;
  /** kWp, or kWh of capacity. */
  readonly rated: number;
}

/** A meter with those of its kind: inverters in use of its plant, battery clusters of its station with a rated capacity. */
async function membersOf(trx: Db, meterId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select 'inverter' as kind, o.ammeter_id as "meterId", o.rated_power::float8 as rated
    from pv_inverter i join pv_inverter o on o.plant_id = i.plant_id
    where i.ammeter_id = ${meterId} and i.state = '1' and o.state = '1'
    union all
    select 'cluster', o.ammeter_id, o.rated_energy::float8
    from storage_unit u join storage_unit o on o.station_id = u.station_id and o.unit_type = 'battery'
    where u.ammeter_id = ${meterId} and u.unit_type = 'battery' and u.state = '1' and o.state = '1' and o.rated_energy > 0`.execute(
    trx,
  );
  return rows;
}

/** Of a bucket of which less is known nothing is compared. */
const LEAST_KNOWN = 0.95;

/**
 * How a meter stood beside those of its kind in each bucket of a span, by the begin of the bucket; empty where it has none.
 * A cluster counts what it charged and discharged.
 */
export async function peersOver(
  trx: Db,
  meterId: number,
  level: Level,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, Peer>> {
  const members = await membersOf(trx, meterId);
  const own = members.find((one) => one.meterId === meterId);
  if (!own || own.rated <= 0) return new Map();
  const others = members.filter((one) => one.meterId !== meterId && one.kind === own.kind && one.rated > 0);
  const values = new Map<string, number>();
  const starts = new Set<number>();
  for (const row of await usageOf(trx, [own, ...others].map((one) => one.meterId), level, from, to)) {
    const [forward = null, reverse = null] = row.energies;
    const parts = own.kind === 'cluster' ? [forward, reverse] : [forward];
    const energy = sumOf(parts.map((part) => (part === null ? null : microToNumber(part))));
    const known = row.coveredS * 1000 >= (row.end - row.ts) * LEAST_KNOWN;
    if (energy !== null && known) values.set(`${row.meterId} ${row.ts}`, energy);
    starts.add(row.ts);
  } // prettier-ignore
  const valueOf = ({ meterId: id, rated }: Member, start: number): number | null => {
    const energy = values.get(`${id} ${start}`);
    return energy === undefined ? null : energy / rated;
  };
  return new Map(
    [...starts].flatMap((start): [number, Peer][] => {
      const peer = besidePeers(own.kind, level, valueOf(own, start), others.map((one) => valueOf(one, start))); // prettier-ignore
      return peer ? [[start, peer]] : [];
    }),
  );
}
