import { sql } from 'kysely';
import { judgeTime, judgeTimes } from '#domain/charge/course.ts';
import { microToText } from '#domain/decimal/decimal.ts';
import type { Db } from '#server/database/db.ts';
import { type MeterValue, readMeterValue } from '../domain/meterValue.ts';
import { noteEvent } from './event.ts';
import type { Pile } from './pile.ts';
import { settleSession } from './settle.ts';
import { authorise, type TagInfo, tagCodeOf } from './tag.ts';

/** A charger that sent a value every second for six hours says nothing new any more. */
const MOST_SAMPLES = 20_000;
/** While a session goes on its energy is brought up at most so often, s. */
const SETTLE_S = 15;
/** What was measured within this time tells of now. */
const FRESH_MS = 300_000;

/** An instant as a charger writes it, ms; null where it cannot be read. */
export function toldTime(text: string): number | null {
  const at = Date.parse(text);
  return Number.isFinite(at) ? at : null;
}

/** Wh as kWh, exact. */
const kWhText = (wattHours: number): string => microToText(BigInt(wattHours) * 1000n);

export interface StartRequest {
  readonly connectorId: number;
  readonly idTag: string;
  readonly meterStart: number;
  readonly timestamp: string;
}

/**
 * Begins a session. The same start told again, as after a lost reply, is the session that it began. It is kept also where
 * the tag is refused, as energy may have flowed. @returns its number, the transactionId of OCPP
 */
export async function startSession(
  db: Db,
  pile: Pile,
  request: StartRequest,
  received: number,
): Promise<{ readonly id: number; readonly tag: TagInfo }> {
  const told = toldTime(request.timestamp);
  const { at, doubt } = judgeTime(told, received);
  const tag = await authorise(db, pile, request.idTag);
  const id = await db.transaction().execute(async (trx) => {
    // Starts of a connector come one after the other.
    await sql`select from charge_pile where id = ${pile.id} for no key update`.execute(trx);
    const key = {
      connector: request.connectorId,
      told: new Date(told ?? 0),
      register: kWhText(request.meterStart),
      tag: tagCodeOf(request.idTag),
    };
    const known = await sql<{ id: number }>`select id from charge_session where pile_id = ${pile.id}
      and connector = ${key.connector} and _told_at = ${key.told} and meter_start = ${key.register}
      and id_tag = ${key.tag}`.execute(trx);
    if (known.rows[0]) return known.rows[0].id;
    const { rows } = await sql<{ id: number }>`
      insert into charge_session (session_name, consumer_id, site_id, pile_id, connector, id_tag, begin_at, session_state,
        meter_start, doubt, _told_at, _tag_accepted, _clock_doubt, _service_price, _account, _rated_power)
      select '', consumer_id, site_id, id, ${key.connector}, ${key.tag}, ${new Date(at)}, '1', ${key.register}, ${doubt},
        ${key.told}, ${tag.status === 'Accepted'}, ${doubt}, service_fee, measure_account, rated_power
      from charge_pile where id = ${pile.id} returning id`.execute(trx);
    const made = rows[0]?.id ?? 0;
    await sql`update charge_session set session_name = ${`${pile.code}-${made}`} where id = ${made}`.execute(
      trx,
    );
    await putInOrder(trx, pile, { id: made, connector: key.connector, at, register: key.register }, received);
    await settleSession(trx, made);
    return made;
  });
  if (doubt) await noteEvent(db, pile, 'clock', { detail: request.timestamp });
  if (tag.status !== 'Accepted') await refusedTag(db, pile, request.idTag, request.connectorId);
  return { id, tag };
}

/** Brings the other sessions of a connector to a start that is new. */
async function putInOrder(
  trx: Db,
  pile: Pile,
  { id, connector, at, register }: { id: number; connector: number; at: number; register: string },
  received: number,
): Promise<void> {
  const own = sql`pile_id = ${pile.id} and connector = ${connector}`;
  // A connector has one session: the end of the one before was lost, or comes late.
  await sql`update charge_session set session_state = '3' where ${own}
    and session_state = '1' and id <> ${id} and begin_at <= ${new Date(at)}`.execute(trx);
  // A start that was kept while the line was away may be older than what began since.
  if (received - at > FRESH_MS)
    await sql`update charge_session set session_state = '3' where id = ${id}
      and exists (select from charge_session where ${own} and id <> ${id} and begin_at > ${new Date(at)})`.execute(
      trx,
    );
  const before = sql`from charge_session where ${own} and id <> ${id} and begin_at < ${new Date(at)}`;
  // Energy of the new one may be in those that ended after its start, and in the one before it.
  const { rows } = await sql<{ id: number }>`select id ${before}
    and (end_at > ${new Date(at)} or id = (select id ${before} order by begin_at desc, id desc limit 1))
    and meter_start < ${register}::numeric and meter_stop > ${register}::numeric order by id`.execute(trx);
  for (const over of rows) await settleSession(trx, over.id);
}

export const refusedTag = (db: Db, pile: Pile, idTag: string, connector?: number): Promise<void> =>
  noteEvent(db, pile, 'refusedTag', { detail: tagCodeOf(idTag), connector: connector ?? null });

export interface StopRequest {
  readonly transactionId: number;
  readonly meterStop: number;
  readonly timestamp: string;
  readonly reason?: string;
  readonly transactionData?: readonly MeterValue[];
}

/** Ends a session of this charger; one that is not known is noted. An end that is told again changes nothing. */
export async function stopSession(db: Db, pile: Pile, request: StopRequest, received: number): Promise<void> {
  const told = toldTime(request.timestamp);
  const { at, doubt } = judgeTime(told, received);
  const found = await db.transaction().execute(async (trx) => {
    const session = await ownSession(trx, pile, request.transactionId);
    if (!session) return false;
    const values = request.transactionData ?? [];
    // Of an end that is told again by a wrong clock the first receipt says when the values were measured.
    const known = doubt !== null && session.ended;
    const times = judgeTimes(values.map(stampOf), told, received);
    const news = known ? 0 : await keepSamples(trx, pile, session.id, values, times);
    const stamp = told === null || told < 0 ? null : new Date(told);
    const register = kWhText(request.meterStop);
    const { numAffectedRows } = await sql`
      insert into charge_stop (session_id, consumer_id, at, energy, reason, clock_doubt, told_at)
      select ${session.id}, ${pile.consumerId}, ${new Date(at)}, ${register}::numeric, ${request.reason ?? 'Local'},
        ${doubt}, ${stamp}::timestamptz
      where not exists (select from charge_stop where session_id = ${session.id} and energy = ${register}::numeric
        and clock_doubt is not null and told_at is not distinct from ${stamp}::timestamptz)
      on conflict do nothing`.execute(trx);
    // What was billed is not billed anew by what was told already: prices may be others by now.
    if (news > 0 || Number(numAffectedRows ?? 0) > 0) await settleSession(trx, session.id);
    return true;
  });
  if (!found)
    await noteEvent(db, pile, 'orphanStop', {
      detail: `${request.transactionId} · ${request.meterStop} Wh · ${request.timestamp}`,
    });
  if (doubt) await noteEvent(db, pile, 'clock', { detail: request.timestamp });
}

interface Own {
  readonly id: number;
  /** No end was told, or none that counts. */
  readonly open: boolean;
  /** Its energy is to be brought up. */
  readonly due: boolean;
  readonly ended: boolean;
}

async function ownSession(trx: Db, pile: Pile, id: number): Promise<Own | undefined> {
  const { rows } = await sql<Own>`
    select id, session_state in ('1', '3') as open, exists (select from charge_stop where session_id = ${id}::bigint) as ended,
      (session_state <> '1' or coalesce(energy, 0) = 0 or _heard_at < now() - ${SETTLE_S} * interval '1 second') as due
    from charge_session where id = ${id}::bigint and pile_id = ${pile.id} for update`.execute(trx);
  return rows[0];
}

/**
 * Keeps what was measured in a session: of the transaction that is named, else of the one that goes on at the connector.
 * @returns whether there is one
 */
export async function sampleSession(
  db: Db,
  pile: Pile,
  request: { readonly connectorId: number; readonly transactionId?: number },
  values: readonly MeterValue[],
  received: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const id = request.transactionId ?? (await openAt(trx, pile, request.connectorId));
    const session = id === undefined ? undefined : await ownSession(trx, pile, id);
    if (!session) return false;
    const news = await keepSamples(trx, pile, session.id, values, sampledAt(values, received));
    await resume(trx, session.id, values, received);
    if (session.due && (session.open || news > 0)) await settleSession(trx, session.id);
    return true;
  });
}

/**
 * Marks the session of a connector that is available again: nothing is charged there, and its end was lost or comes late.
 * @param at ms; values that are later show that it goes on @returns whether there was one
 */
export async function interruptAt(db: Db, pile: Pile, connector: number, at: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update charge_session s set session_state = '3'
    where pile_id = ${pile.id} and connector = ${connector} and session_state = '1' and begin_at <= ${new Date(at)}
      and not exists (select from charge_sample where session_id = s.id and at > ${new Date(at)})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** Values of now show that a session goes on which was taken for interrupted, unless another one follows it. */
async function resume(trx: Db, id: number, values: readonly MeterValue[], received: number): Promise<void> {
  const last = Math.max(...values.map(({ timestamp }) => judgeTime(toldTime(timestamp), received).at));
  if (received - last > FRESH_MS) return;
  await sql`update charge_session s set session_state = '1' where id = ${id} and session_state = '3'
    and not exists (select from charge_session where pile_id = s.pile_id and connector = s.connector and id > s.id)`.execute(
    trx,
  );
}

async function openAt(trx: Db, pile: Pile, connector: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from charge_session
    where pile_id = ${pile.id} and connector = ${connector} and session_state = '1'
    order by begin_at desc limit 1`.execute(trx);
  return rows[0]?.id;
}

const stampOf = ({ timestamp }: MeterValue): number | null => toldTime(timestamp);

/** When values were measured that came by themselves: one alone at its receipt where its stamp cannot be, of several the newest. */
function sampledAt(values: readonly MeterValue[], received: number): (number | null)[] {
  const told = values.map(stampOf);
  const known = told.flatMap((one) => one ?? []);
  if (told.length === 1) return [judgeTime(told[0] ?? null, received).at];
  return judgeTimes(told, known.length > 0 ? Math.max(...known) : null, received);
}

/** @returns how many are new */
async function keepSamples(
  trx: Db,
  pile: Pile,
  sessionId: number,
  values: readonly MeterValue[],
  /** When each was measured, ms; what is not known is left out. */
  times: readonly (number | null)[],
): Promise<number> {
  const rows = values.flatMap((value, i) => {
    const { energy, power, soc } = readMeterValue(value);
    const at = times[i] ?? null;
    if (at === null || (energy === null && power === null && soc === null)) return [];
    return [{ at, energy: energy === null ? null : microToText(energy), power, soc }];
  });
  if (rows.length === 0) return 0;
  const { numAffectedRows } =
    await sql`insert into charge_sample (session_id, consumer_id, at, energy, power, soc)
    select ${sessionId}, ${pile.consumerId}, to_timestamp(r.at / 1000.0), r.energy, r.power, r.soc
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (at bigint, energy numeric, power numeric, soc numeric)
    where (select count(*) from charge_sample where session_id = ${sessionId}) < ${MOST_SAMPLES}
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** A session of which nothing was heard for so long has no end: a late one still settles it. */
const SILENT_HOURS = 24;

/** Marks sessions whose end did not come. @returns how many */
export async function interruptSilent(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`update charge_session set session_state = '3'
    where session_state = '1' and _heard_at < now() - ${SILENT_HOURS} * interval '1 hour'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
