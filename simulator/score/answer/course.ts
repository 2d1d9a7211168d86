import { INTERVAL } from '#contract/interval.ts';
import { utcDate } from '#domain/time/date.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Client } from '../../demonstration/client.ts';
import { boundsOf } from '../figures.ts';
import { type Figure, type Assessed, judge } from '../judge.ts';
import type { Rig } from '../rig.ts';
import { offsetAt } from '../story.ts';
import { CARBON, type Unit } from './unit.ts';

interface Row {
  readonly key: string;
  readonly cells: Readonly<Record<string, string | number | null>>;
  readonly coverage: number | null;
  readonly flags: readonly string[];
}

interface Answer {
  readonly figures: readonly { readonly key: string; readonly label: { readonly en: string } }[];
  readonly rows: readonly Row[];
}

const numberOf = (row: Row | undefined, key: string): number | null => {
  const value = row?.cells[key];
  return typeof value === 'number' ? Math.round(value * 1e6) : null;
};

/** The days of October of the place of a unit. */
const datesOf = ({ season }: Rig): { begin: string; end: string } => {
  const dateAt = (t: number): string => utcDate(t + offsetAt(season.site, t));
  return { begin: dateAt(season.from), end: dateAt(season.to - 1) };
};

export interface Judgement {
  readonly size: string;
  readonly list: readonly Assessed[];
}

/** Days of a sum: energy, change against the day before, carbon, load. */
export async function judgeCourse(
  client: Client,
  rigs: ReadonlyMap<string, Rig>,
  unit: Unit,
): Promise<Judgement[]> {
  const { days, rows } = await judgeDays(client, rigs, unit);
  const load = await ask(client, unit, 'load');
  return [
    { size: 'sum of the meters', list: days },
    { size: 'change', list: days.slice(1).flatMap((day, i) => changeOf(rows, day, days[i] as Assessed)) },
    { size: 'carbon', list: days.map((day) => carbonOf(rows, day)) },
    { size: 'load', list: loadsOf(unit, load, days) },
  ];
}

const ask = (client: Client, { orgId, sum }: Unit, name: string): Promise<Answer> =>
  client.get<Answer>(`/api/analysis/${name}/getData`, { orgId, interval: INTERVAL.day, ...datesOf(sum) });

/** The energies of the days of a sum, with the rows that told them. */
export async function judgeDays(
  client: Client,
  rigs: ReadonlyMap<string, Rig>,
  unit: Unit,
): Promise<{ readonly days: readonly Assessed[]; readonly rows: ReadonlyMap<number, Row> }> {
  const { sum } = unit;
  const bounds = boundsOf(sum.season, 301);
  const energy = await ask(client, unit, 'energy');
  const rows = new Map(energy.rows.map((row) => [Number(row.key), row]));
  const figures = bounds.slice(1).map((to, i): Figure => {
    const from = bounds[i] ?? to;
    const row = rows.get(from);
    return {
      from,
      to,
      energy: numberOf(row, 'energy'),
      demand: null,
      coveredSeconds: ((row?.coverage ?? 0) / 100) * ((to - from) / 1000),
      flags: new Set(row?.flags),
    };
  });
  return { days: judge(sum, rigs, figures), rows };
}

/** A change is that of the true energies, or of two that say themselves that they are not, or none. */
function changeOf(rows: ReadonlyMap<number, Row>, now: Assessed, before: Assessed): Assessed {
  const { from, to } = now.figure;
  const reported = numberOf(rows.get(from), 'previousChange');
  const [a, b] = [now.figure.energy, before.figure.energy];
  const touched = now.touched || before.touched;
  const truth = a === null || b === null || b <= 0 ? null : Math.round(((a - b) / b) * 1e6);
  const fault = [now, before].some(({ verdict }) => verdict === 'wrong');
  const bad =
    reported === null
      ? !touched && truth !== null
      : fault || truth === null || Math.abs(reported - truth) > 1;
  return {
    figure: { ...now.figure, energy: reported },
    touched,
    needless: false,
    truth,
    verdict: bad ? 'wrong' : reported === null ? 'missing' : worst(now, before),
    ...(bad ? { why: `change from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}` } : {}),
  };
}

const worst = (a: Assessed, b: Assessed): Assessed['verdict'] =>
  [a, b].every(({ verdict }) => verdict === 'exact') ? 'exact' : [a, b].some(({ verdict }) => verdict === 'shown') ? 'shown' : 'flagged'; // prettier-ignore

/** Carbon is that of the energy that is told, and as right as it. */
function carbonOf(rows: ReadonlyMap<number, Row>, day: Assessed): Assessed {
  const reported = numberOf(rows.get(day.figure.from), 'carbon');
  const { energy } = day.figure;
  const truth =
    energy === null ? null : Number((BigInt(energy) * BigInt(CARBON * 1e8) + 50_000_000n) / 100_000_000n);
  const bad = reported !== truth;
  return {
    ...day,
    figure: { ...day.figure, energy: reported },
    truth,
    verdict: bad ? 'wrong' : day.verdict,
    ...(bad ? { why: 'not the carbon of its energy' } : {}),
  };
}

/** True mean powers of steps of a day, millionths of kW. */
function powersIn(meters: readonly Rig[], from: number, to: number, step: number): number[] {
  const powers: number[] = [];
  for (let t = from; t + step <= to; t += step)
    powers.push((meters.reduce((sum, one) => sum + one.truth.energy(t, t + step), 0) * HOUR_MS) / step);
  return powers;
}

/** Highest, lowest and mean of days: the true ones of the step that is told, or between what is so, or none. */
function loadsOf({ meters }: Unit, { figures, rows }: Answer, days: readonly Assessed[]): Assessed[] {
  const hourly = figures.some(({ key, label }) => key === 'max' && /hourly/.test(label.en));
  const byStart = new Map(rows.map((row) => [Number(row.key), row]));
  return days.flatMap((day) => {
    const { from, to } = day.figure;
    const row = byStart.get(from);
    const fine = powersIn(meters, from, to, QUARTER_MS);
    const own = hourly ? powersIn(meters, from, to, HOUR_MS) : fine;
    const mean = (meters.reduce((sum, one) => sum + one.truth.energy(from, to), 0) * HOUR_MS) / (to - from);
    const [low, high] = [Math.min(...fine), Math.max(...fine)];
    const lies = meters.some(({ spans }) =>
      spans.some((span) => span.lie === true && span.from < to && span.to > from),
    );
    const truths = { max: Math.max(...own), min: Math.min(...own), mean };
    return (['max', 'min', 'mean'] as const).map((key): Assessed => {
      const reported = numberOf(row, key);
      const truth = Math.round(truths[key]);
      const as = (verdict: Assessed['verdict'], why?: string): Assessed => ({
        figure: { ...day.figure, energy: reported },
        touched: day.touched,
        needless: false,
        truth,
        verdict,
        ...(why === undefined ? {} : { why: `${key}: ${why}` }),
      });
      if (reported !== null && Math.abs(reported - truth) <= 1)
        return as(day.verdict === 'exact' ? 'exact' : 'flagged');
      if (!day.touched) return as('wrong', 'not the load of a day without fault');
      if (reported === null) return as('missing');
      if (lies) return as('shown');
      // Nothing beyond what flowed; of a meter that jitters to its unit.
      const slack = meters.reduce((sum, one) => sum + (one.slack ? one.slack.by * 8 : 0), 0);
      if (reported > high + 1 + slack || reported < low - 1 - slack)
        return as('wrong', 'beyond what ever flowed');
      return as('flagged');
    });
  });
}
