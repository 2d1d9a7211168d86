import type pg from 'pg';
import { type CodeTable, columnOf } from '#contract/dataCode.ts';
import type { Dispute } from '#domain/reading/batch.ts';

interface Place {
  readonly meter: number;
  readonly ts: Date;
  readonly code: string;
  /** Values that came, in the order in which they did. */
  readonly values: number[];
}

interface Replaced {
  readonly place: Place;
  readonly value: number;
}

/**
 * Puts values that a source sent again in the place of those it sent before, which are kept (domain notes 6.4, rule 1).
 * A value that it has sent for the same instant at any time before is a repetition and changes nothing.
 * @returns the meters of the values that came new, one for each.
 */
export async function replaceValues(
  client: pg.PoolClient,
  table: CodeTable,
  disputes: readonly Dispute[],
  source: number,
): Promise<number[]> {
  const places = placesOf(table, disputes);
  if (places.length === 0) return [];
  const known = await knownValues(client, places, source);
  const before: Replaced[] = [];
  const now: Replaced[] = [];
  places.forEach((place, i) => {
    const { current, earlier } = known[i] as Known;
    if (current === null) return;
    const seen = new Set([current, ...earlier]);
    let last = current;
    for (const value of place.values) {
      if (seen.has(value)) continue;
      before.push({ place, value: last });
      seen.add(value);
      last = value;
    }
    if (last !== current) now.push({ place, value: last });
  });
  await keep(client, before, source);
  for (const code of new Set(now.map(({ place }) => place.code)))
    await put(client, code, now.filter(({ place }) => place.code === code), source); // prettier-ignore
  return before.map(({ place }) => place.meter);
}

/** In the order of the key, so that two deliveries never wait for each other. */
function placesOf(table: CodeTable, disputes: readonly Dispute[]): Place[] {
  const places = new Map<string, Place>();
  for (const { meter, ts, code, value } of disputes) {
    const key = `${meter} ${ts} ${code}`;
    const place = places.get(key) ?? {
      meter,
      ts: new Date(ts),
      code: (table.entries[code] as CodeTable['entries'][number]).code,
      values: [],
    };
    place.values.push(value);
    places.set(key, place);
  }
  return [...places.values()].sort((a, b) => a.meter - b.meter || a.ts.getTime() - b.ts.getTime());
}

interface Known {
  readonly current: number | null;
  readonly earlier: readonly number[];
}

async function knownValues(
  client: pg.PoolClient,
  places: readonly Place[],
  source: number,
): Promise<Known[]> {
  const codes = [...new Set(places.map(({ code }) => code))];
  const { rows } = await client.query<Known>(
    `select case v.code ${codes.map((code) => `when '${code}' then r.${columnOf(code)}`).join(' ')} end as current,
       array(select c.value::float8 from correction c where c.meter_id = v.meter_id and c.code = v.code and c.ts = v.ts
         and c.start_ts = v.ts and c.source = $1) as earlier
     from unnest($2::integer[], $3::timestamptz[], $4::text[]) with ordinality v (meter_id, ts, code, n)
       left join lateral (select * from reading t where t.meter_id = v.meter_id and t.ts = v.ts and t.source = $1) r on true
     order by v.n`,
    [source, ...columnsOf(places)],
  );
  return rows;
}

const columnsOf = (places: readonly Place[]): unknown[] => [
  places.map(({ meter }) => meter),
  places.map(({ ts }) => ts),
  places.map(({ code }) => code),
];

/** Keeps values that were replaced, with the instant at which the one that replaced them was received. */
async function keep(client: pg.PoolClient, list: readonly Replaced[], source: number): Promise<void> {
  if (list.length === 0) return;
  await client.query(
    `insert into correction (meter_id, ts, start_ts, code, source, value, received_at)
     select v.meter_id, v.ts, v.ts, v.code, $1::integer, v.value, now() + v.n * interval '1 microsecond'
     from unnest($2::integer[], $3::timestamptz[], $4::text[], $5::numeric[]) with ordinality v (meter_id, ts, code, value, n)
     on conflict do nothing`,
    [source, ...columnsOf(list.map(({ place }) => place)), list.map(({ value }) => String(value))],
  );
}

async function put(
  client: pg.PoolClient,
  code: string,
  list: readonly Replaced[],
  source: number,
): Promise<void> {
  await client.query(
    `update reading r set ${columnOf(code)} = v.value
     from unnest($2::integer[], $3::timestamptz[], $4::float8[]) v (meter_id, ts, value)
     where r.meter_id = v.meter_id and r.ts = v.ts and r.source = $1`,
    [
      source,
      list.map(({ place }) => place.meter),
      list.map(({ place }) => place.ts),
      list.map(({ value }) => value),
    ],
  );
}
