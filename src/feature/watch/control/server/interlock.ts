import { sql } from 'kysely';
import { dataCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import { readStates } from '#domain/signal/word.ts';
import type { Db } from '#server/database/db.ts';
import type { InterlockWire } from '../contract.ts';
import { AHEAD_MS } from './point.ts';

/** What an operation asks for: any, on, off. */
export type Goal = '0' | '1' | '2';

interface Row {
  readonly interlockId: number;
  readonly controlId: number;
  readonly nameZh: string;
  readonly nameEn: string;
  readonly kind: '1' | '2' | '3';
  readonly goal: Goal;
  readonly freshSeconds: number;
  readonly statesZh: string | null;
  readonly statesEn: string | null;
  readonly signalState: number | null;
  readonly signalNow: number | null;
  readonly signalAge: number | null;
  readonly otherZh: string | null;
  readonly otherEn: string | null;
  readonly otherBusy: boolean;
  readonly otherId: number | null;
  readonly dataCode: string | null;
  readonly comparison: '1' | '2' | null;
  readonly limitValue: number | null;
  readonly measured: number | null;
  readonly measuredAge: number | null;
}

/** An interlock of an output, and for which operation it is asked. */
export interface Interlock extends InterlockWire {
  readonly interlockId: number;
  readonly goal: Goal;
  /** The output that must be idle; null = it asks for something else. */
  readonly otherId: number | null;
}

const age = (column: string) => sql.raw(`extract(epoch from clock_timestamp() - ${column})::float8`);

/**
 * The interlocks of outputs as they stand now, by output. What is not known, too old, or entered by hand does not hold; what
 * is stamped ahead is as old as its arrival tells, or not known.
 */
export async function interlocksOf(
  db: Db,
  controlIds: readonly number[],
): Promise<ReadonlyMap<number, Interlock[]>> {
  const found = new Map<number, Interlock[]>();
  if (controlIds.length === 0) return found;
  // Most outputs have none, and to plan the question below takes longer than to see that.
  const { rows: some } = await sql`select from control_interlock
    where state = '1' and control_id = any (${controlIds}::integer[]) limit 1`.execute(db);
  if (some.length === 0) return found;
  const { rows } = await sql<Row>`
    select l.id as "interlockId", l.control_id as "controlId", l.interlock_name as "nameZh",
      coalesce(nullif(l.interlock_name_en, ''), l.interlock_name) as "nameEn", l.kind, l.goal,
      l.fresh_seconds as "freshSeconds", 
      p.states_zh as "statesZh", p.states_en as "statesEn", l.signal_state as "signalState", g.value as "signalNow",
      ${age('least(g.heard_at, g.received_at)')} as "signalAge", o.control_name as "otherZh",
      coalesce(nullif(o.control_name_en, ''), o.control_name) as "otherEn",
      exists (select from control_command k where k.control_id = l.other_control_id
        and k.state in ('operating', 'acknowledged')) as "otherBusy",
      l.other_control_id as "otherId", l.data_code as "dataCode", l.comparison, l.limit_value::float8 as "limitValue", v.value as measured,
      ${age('v.ts')} as "measuredAge"
    from control_interlock l left join signal_point p on p.id = l.signal_point_id
    left join signal_state g on g.point_id = l.signal_point_id
    left join i_remote_control o on o.id = l.other_control_id
    left join lateral (select d.ts, (to_jsonb(d) ->> lower(l.data_code))::float8 as value from reading d
      where l.kind = '1' and d.meter_id = l.ammeter_id and d.source = 0
        and d.ts between now() - l.fresh_seconds * interval '1 second' and now() + l.fresh_seconds * interval '1 second'
        and to_jsonb(d) ->> lower(l.data_code) is not null order by d.ts desc limit 1) v on true
    where l.state = '1' and l.control_id = any (${controlIds}::integer[])
    order by l.control_id, l.id`.execute(db);
  for (const row of rows) {
    const list = found.get(row.controlId);
    const { interlockId, goal, kind } = row;
    const one = { interlockId, goal, otherId: kind === '2' ? row.otherId : null, ...judged(row) };
    if (list) list.push(one);
    else found.set(row.controlId, [one]);
  }
  return found;
}

const BUSY: Text = { zh: '操作中', en: 'being operated' };
const IDLE: Text = { zh: '空闲', en: 'idle' };

/** Interlocks as they stand where outputs are operated in this very moment. */
export const withOperated = (all: readonly Interlock[], operated: ReadonlySet<number>): Interlock[] =>
  all.map((one) =>
    one.otherId !== null && operated.has(one.otherId) ? { ...one, present: BUSY, holds: false } : one,
  );

/** Those that are asked for an operation. */
export const askedFor = (all: readonly Interlock[], goal: Goal): Interlock[] =>
  all.filter((one) => one.goal === '0' || one.goal === goal);

function judged(row: Row): InterlockWire {
  const { kind, freshSeconds } = row;
  // What is refused is kept: it is told in the language of whoever reads it.
  const name: Text = { zh: row.nameZh, en: row.nameEn };
  if (kind === '2') {
    const present = row.otherBusy ? BUSY : IDLE;
    return {
      name,
      required: { zh: `${row.otherZh ?? ''} 不在操作中`, en: `${row.otherEn ?? ''} is idle` },
      present: row.otherZh === null ? null : present,
      ageSeconds: null,
      holds: row.otherZh !== null && !row.otherBusy,
    };
  }
  if (kind === '3') {
    const { signalAge: told } = row;
    const fresh = told !== null && told <= freshSeconds && told > -AHEAD_MS / 1000;
    const present = fresh && row.signalNow !== null ? wordOf(row, row.signalNow) : null;
    return {
      name,
      required: wordOf(row, row.signalState ?? 0),
      present,
      ageSeconds: told === null ? null : Math.max(0, Math.round(told)),
      holds: present !== null && row.signalNow === row.signalState,
    };
  }
  const { limitValue, measured, measuredAge, comparison } = row;
  const unit = dataCode(row.dataCode ?? '')?.unit ?? '';
  const withUnit = (value: number): string => `${value} ${unit}`.trim();
  const sign = comparison === '2' ? '≤' : '≥';
  const known = measured !== null && limitValue !== null;
  return {
    name,
    required: sameIn(`${sign} ${withUnit(limitValue ?? 0)}`),
    present: measured === null ? null : sameIn(withUnit(measured)),
    ageSeconds: measuredAge === null ? null : Math.max(0, Math.round(measuredAge)),
    holds: known && (comparison === '2' ? measured <= limitValue : measured >= limitValue),
  };
}

/** Figures and signs read alike in every language. */
const sameIn = (figure: string): Text => ({ zh: figure, en: figure });

function wordOf({ statesZh, statesEn }: Row, value: number): Text {
  const word = (text: string | null): string =>
    (text === null ? undefined : readStates(text)?.get(value)) ?? String(value);
  return { zh: word(statesZh), en: word(statesEn ?? statesZh) };
}
