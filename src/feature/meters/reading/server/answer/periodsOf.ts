import { sql } from 'kysely';
import { ENERGY_CODES, codeIndex } from '#contract/dataCode.ts';
import { PERIOD_NUMBERS, type Period } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import type { Calendar, DayRule } from '#domain/calendar/calendar.ts';
import { conditionText, dayTypesText } from '#domain/calendar/ruleText.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL, type Level } from '#domain/time/bucket.ts';
import { clockOf } from '#domain/time/clock.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { PeriodOrigin, PeriodPart } from '../../contract.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import type { Extent } from '../loadInput.ts';
import type { MeterRow } from '../meterFacts.ts';

const FIRST = ENERGY_CODES.indexOf('PP1');
const OWN = PERIOD_NUMBERS.map((period) => codeIndex(`PP${period}`));
const hasOwn = (codes: CodeSet): boolean => OWN.some((code) => codes.has(code));

/** What put the energy of a bucket into tariff periods: the rules of the calendar, or the meter's own registers. */
export function periodsOf(
  meter: MeterRow,
  extent: Extent | undefined,
  bucket: Bucket | undefined,
  level: Level,
  range: Range,
): PeriodOrigin | null {
  const energies = PERIOD_NUMBERS.map((period) => bucket?.energies[FIRST + period - 1] ?? null);
  if (energies.every((energy) => energy === null)) return null;
  const own = meter.periodSource !== 'calendar' && hasOwn(extent?.codes ?? CodeSet.none);
  const { calendar } = meter;
  const clocks = calendar && level <= LEVEL.day ? clocksOf(meter, calendar, range) : null;
  const parts = PERIOD_NUMBERS.flatMap((period, i): PeriodPart[] => {
    const energy = energies[i] ?? null;
    const own = clocks?.get(period) ?? [];
    return energy === null && own.length === 0
      ? []
      : [{ period, energy: energy === null ? null : microToNumber(energy), clocks: own }];
  });
  return {
    by: own ? 'registers' : 'calendar',
    parts,
    rules: calendar && meter.periodSource !== 'registers' ? rulesOf(meter, calendar, range) : [],
  };
}

/** Whether a meter's own registers, not a calendar, put its energy into tariff periods. */
export async function ownPeriods(db: Db, meterId: number): Promise<boolean> {
  const { rows } = await sql<{ codes: string; calendar: boolean }>`
    select f.codes, a.period_source is not distinct from '1' as calendar
    from ammeter a join meter_fold f on f.meter_id = a.id where a.id = ${meterId}`.execute(db);
  return rows.some(({ codes, calendar }) => !calendar && hasOwn(CodeSet.read(codes)));
}

/** The segments of a day that lie in a range, by their period. */
function clocksOf({ zone }: MeterRow, calendar: Calendar, { from, to }: Range): Map<Period, string[]> {
  const clocks = new Map<Period, string[]>();
  const minutes = (t: number): number => {
    const { hour, minute } = zone.local(t);
    return hour * 60 + minute;
  };
  for (let start = from; start < to;) {
    const period = calendar.periodAt(zone, start);
    let end = start + QUARTER_MS;
    while (end < to && calendar.periodAt(zone, end) === period) end += QUARTER_MS;
    if (period !== 0) {
      const text = `${clockOf(minutes(start))}–${clockOf(minutes(end - QUARTER_MS) + 15)}`;
      clocks.set(period, [...(clocks.get(period) ?? []), text]);
    }
    start = end;
  }
  return clocks;
}

/** The rules that held on the days of a range, in the order in which they first did. */
function rulesOf({ zone }: MeterRow, calendar: Calendar, { from, to }: Range): PeriodOrigin['rules'] {
  const found = new Map<string, { text: Text; from: number; days: number }>();
  const last = zone.localDay(to - 1);
  for (let day = zone.localDay(from); day <= last; day++) {
    const rule = calendar.ruleOf(day);
    if (!rule) continue;
    const key = `${rule.from} ${rule.number}`;
    const known = found.get(key);
    if (known) known.days += 1;
    else
      found.set(key, {
        text: sentence(rule, to - from <= 25 * HOUR_MS),
        from: zone.startOfDay(day),
        days: 1,
      });
  }
  return [...found.values()];
}

function sentence({ name, from, number, rule, fact }: DayRule, oneDay: boolean): Text {
  const when = conditionText(rule);
  const types = dayTypesText(fact.hot ? [fact.kind, 'hot'] : [fact.kind]);
  const since = dateOfDay(from);
  return {
    zh: `“${name}”${since} 起 规则 ${number}（${when.zh}）${oneDay ? `；当日为${types.zh}` : ''}`,
    en: `“${name}” from ${since}, rule ${number} (${when.en})${oneDay ? `; the day is a ${types.en}` : ''}`,
  };
}
