import type pg from 'pg';
import type { Waiting } from './patience.ts';

/** So many meters are looked at in one go. */
const MOST = 200;
/** Of a meter with more marks than this only so many are looked at: it is folded alone. */
const MOST_MARKS = 200;

/** Where the last look of this process ended, by meter. */
interface Place {
  live: number;
  any: number;
}
const places = new WeakMap<pg.Pool, Place>();

/**
 * Meters that wait to be folded, at most a few hundred: those with recent values before those with history, each in turn. A look goes
 * on behind the last one and begins somewhere, so that several workers seldom meet, and one meter, whatever is wrong with it, keeps
 * no other waiting. It costs the same however many marks there are.
 */
export async function waitingMeters(pool: pg.Pool): Promise<Waiting[]> {
  const place = places.get(pool) ?? (await anyPlace(pool));
  places.set(pool, place);
  const live = await inTurn(pool, 'live', place);
  const known = new Set(live);
  // Those with recent values may stand among the others too.
  const others = live.length < MOST ? (await inTurn(pool, 'any', place)).filter((id) => !known.has(id)) : [];
  const ids = [...live, ...others];
  if (ids.length === 0) return [];
  const { rows } = await pool.query<Waiting>(WAITING, [ids, live.length, MOST_MARKS]);
  return rows;
}

/** Somewhere among the meters with marks. */
async function anyPlace(pool: pg.Pool): Promise<Place> {
  const { rows } = await pool.query<{ last: number | null }>('select max(meter_id) as last from dirty');
  const at = Math.floor(Math.random() * (rows[0]?.last ?? 0));
  return { live: at, any: at };
}

/** The next meters of a kind behind a place, and from the beginning on where these are too few; moves the place. */
async function inTurn(pool: pg.Pool, kind: keyof Place, place: Place): Promise<number[]> {
  const behind = place[kind];
  const ids = await between(pool, kind, behind, MAX_ID, MOST);
  if (ids.length < MOST && behind > 0) ids.push(...(await between(pool, kind, 0, behind, MOST - ids.length)));
  // Where all of them were seen the next look needs no second half.
  place[kind] = ids.length < MOST ? 0 : (ids.at(-1) ?? 0);
  return ids;
}

const MAX_ID = 2_147_483_647;

/** Meters with marks in (behind, to], the lowest first: one step of an index each, however many marks a meter has. */
async function between(
  pool: pg.Pool,
  kind: keyof Place,
  behind: number,
  to: number,
  most: number,
): Promise<number[]> {
  const where = kind === 'live' ? 'live and' : '';
  const { rows } = await pool.query<{ id: number }>(
    `with recursive turn as (
       (select meter_id as id, 1 as n from dirty where ${where} meter_id > $1 and meter_id <= $2 order by meter_id limit 1)
       union all
       select (select meter_id from dirty where ${where} meter_id > t.id and meter_id <= $2 order by meter_id limit 1), t.n + 1
       from turn t where t.id is not null and t.n < $3)
     select id from turn where id is not null`,
    [behind, to, most],
  );
  return rows.map((row) => row.id);
}

/** $1 the meters, of which the first $2 have recent values; $3 marks that are looked at of each. */
const WAITING = `
  select w.id as "meterId", w.recent, w.quiet, w.waited,
    extract(epoch from now() - f.folded_at)::float8 as rested,
    w.recent and w.near and not exists (select from ammeter_sum s where s.ammeter_id = w.id) as light
  from (
    select m.id, m.n <= $2 as recent, d.near, d.first,
      extract(epoch from now() - greatest(d.newest, l.marked_at))::float8 as quiet,
      extract(epoch from now() - d.oldest)::float8 as waited
    from unnest($1::integer[]) with ordinality m (id, n)
    cross join lateral (
      select min(d.id) as first, max(d.marked_at) as newest, min(d.marked_at) as oldest,
        max(d.to_ts) - min(d.from_ts) < interval '6 hours' and count(*) < $3 as near
      from (select * from dirty where meter_id = m.id order by id limit $3) d) d
    cross join lateral (select marked_at from dirty where meter_id = m.id order by id desc limit 1) l) w
  left join meter_fold f on f.meter_id = w.id order by w.recent desc, w.first`;
