import { DAY_MS } from '#domain/time/duration.ts';
import { storable, storableJson } from '#domain/storable.ts';
import type { Db } from '#server/database/db.ts';
import { poolOf } from '#server/database/db.ts';
import { WAITING_DAYS } from '../contract.ts';
import type { Held } from '../domain/held.ts';
import type { Gateway } from './gateway.ts';

/** What is kept of a gateway and of all, each of what waits and of what is quarantined. */
export interface HeldLimits {
  readonly rows: number;
  readonly bytes: number;
  readonly allRows: number;
  readonly allBytes: number;
}

/** A month of a gateway with 70 meters that send every quarter of an hour; 1 GB in all. */
export const HELD_LIMITS: HeldLimits = {
  rows: 200_000,
  bytes: 64 * 2 ** 20,
  allRows: 2_000_000,
  allBytes: 512 * 2 ** 20,
};

/** Rows of a statement: others get their turn between two. */
const MOST_ROWS = 2000;
/** A gateway is looked at again after so many new rows of it. */
const LOOK_AFTER = 20_000;

/** Keeps what does not count yet, within bounds; the oldest go first, and are counted. */
export class HeldStore {
  readonly #db: Db;
  readonly #limits: HeldLimits;
  /** Rows of each gateway since it was last looked at. */
  readonly #fresh = new Map<number, number>();
  /** The last delivery of each gateway that is being written: a gateway that floods has one connection at a time. */
  readonly #writing = new Map<number, Promise<void>>();

  constructor(db: Db, limits: HeldLimits = HELD_LIMITS) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Resolves when it has committed. @param at ms, when all or each of it was received @throws the database's error */
  async keep(
    { id, consumerId }: Pick<Gateway, 'id' | 'consumerId'>,
    held: readonly Held[],
    at: number | readonly number[],
  ): Promise<void> {
    if (held.length === 0) return;
    const before = this.#writing.get(id);
    const times = typeof at === 'number' ? held.map(() => at) : at;
    const written = (async () => {
      await before?.catch(() => {});
      for (let i = 0; i < held.length; i += MOST_ROWS) {
        const end = i + MOST_ROWS;
        await insert(this.#db, id, consumerId, held.slice(i, end), times.slice(i, end));
      }
    })();
    this.#writing.set(id, written);
    await written.finally(() => {
      if (this.#writing.get(id) === written) this.#writing.delete(id);
    });
    const fresh = (this.#fresh.get(id) ?? 0) + held.length;
    this.#fresh.set(id, fresh);
    if (fresh < Math.min(LOOK_AFTER, this.#limits.rows / 10)) return;
    this.#fresh.delete(id);
    await this.trim(id);
  }

  /** Drops the oldest of a gateway beyond its bounds. @returns how many values */
  async trim(gatewayId: number): Promise<number> {
    const { rows, bytes } = this.#limits;
    let dropped = 0;
    for (const kind of KINDS)
      dropped += await this.#drop(
        `select id, row_number() over newest as n, sum(bytes) over newest as b from held_reading
         where gateway_id = $3 and ammeter_id is ${kind} window newest as (order by id desc)`,
        [rows, bytes, gatewayId],
      );
    return dropped;
  }

  /** Drops what is beyond the bounds of all gateways or, by age, has waited too long. @returns how many values */
  async trimAll(now = Date.now(), byAge = true): Promise<number> {
    const { rows, bytes, allRows, allBytes } = this.#limits;
    let dropped = 0;
    if (byAge)
      dropped = await this.#drop(
        `select id, 1 as n, 1 as b from held_reading where ammeter_id is null and received_at < $3`,
        [0, 0, new Date(now - WAITING_DAYS * DAY_MS)],
      );
    const { rows: sums } = await poolOf(this.#db).query<{ id: number; waits: boolean; n: string; b: string }>(
      `select gateway_id as id, ammeter_id is null as waits, count(*) as n, sum(bytes) as b from held_reading group by 1, 2`,
    );
    for (const { id, n, b } of sums)
      if (Number(n) > rows || Number(b) > bytes) dropped += await this.trim(id);
    for (const kind of KINDS) {
      const mine = sums.filter(({ waits }) => waits === (kind === 'null'));
      const [n, b] = [
        mine.reduce((sum, one) => sum + Number(one.n), 0),
        mine.reduce((sum, one) => sum + Number(one.b), 0),
      ];
      if (n <= allRows && b <= allBytes) continue;
      dropped += await this.#drop(
        `select id, row_number() over newest as n, sum(bytes) over newest as b from held_reading
         where ammeter_id is ${kind} window newest as (order by id desc)`,
        [allRows, allBytes],
      );
    }
    return dropped;
  }

  /** Drops rows of a list (id, n, b) where n is above the first value or b above the second. */
  async #drop(list: string, values: unknown[]): Promise<number> {
    const { rows } = await poolOf(this.#db).query<{ n: string | null }>(
      `with gone as (
         delete from held_reading h using (${list}) k where h.id = k.id and (k.n > $1 or k.b > $2)
         returning h.gateway_id, h.n),
       counted as (
         update gateway_state s set dropped = s.dropped + g.n
         from (select gateway_id, sum(n) as n from gone group by gateway_id) g where s.gateway_id = g.gateway_id)
       select sum(n)::text as n from gone`,
      values,
    );
    return Number(rows[0]?.n ?? 0);
  }
}

const KINDS = ['null', 'not null'] as const;

async function insert(
  db: Db,
  gatewayId: number,
  consumerId: number,
  held: readonly Held[],
  times: readonly number[],
): Promise<void> {
  const values = held.map((row) => storableJson(row.values));
  await poolOf(db).query(
    `insert into held_reading (gateway_id, consumer_id, ammeter_id, device_name, ts, stamp, reason, "values", n, bytes,
       received_at, hash)
     select g.id, g.consumer_id, v.ammeter_id, v.device_name, v.ts, v.stamp, v.reason, v.said::json, v.n,
       octet_length(v.said) + octet_length(v.device_name) + 100, v.received_at,
       md5(jsonb_build_array(v.ammeter_id, v.device_name, v.ts, v.stamp, v.reason, v.said)::text)::uuid
     from gateway g cross join
       unnest($3::timestamptz[], $4::integer[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::text[], $10::integer[])
       with ordinality v (received_at, ammeter_id, device_name, ts, stamp, reason, said, n, i)
     where g.id = $1 and g.consumer_id = $2 and (v.ammeter_id is null or exists (select from ammeter a where a.id = v.ammeter_id))
     order by v.i on conflict (gateway_id, hash) do nothing`,
    [
      gatewayId,
      consumerId,
      times.map((at) => new Date(at)),
      held.map((row) => row.meter),
      held.map((row) => storable(row.device)),
      held.map((row) => new Date(row.ts)),
      held.map((row) => (row.stamp === null ? null : JSON.stringify(row.stamp))),
      held.map((row) => row.reason),
      values,
      held.map((row) => row.n),
    ],
  );
}
