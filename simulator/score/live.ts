import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Client } from '../demonstration/client.ts';
import { DEMO_SEED, type SwitchedLoad } from '../demonstration/message.ts';
import { campus } from '../plant/campus.ts';
import { dayStart, monthStart } from '../plant/moment.ts';
import { Plant } from '../plant/plant.ts';
import { steel } from '../plant/steel.ts';

/** Answers of `sdata/dataInterface/getDataList` as far as they are used here. */
interface MeterColumns {
  readonly ammeterCode: string;
  readonly ts: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  readonly flags?: readonly string[];
}

interface Score {
  /** As the plant knows it. */
  exact: number;
  /** Not as the plant knows it, and flagged: spread over a gap, suspect, a reset, partly known. */
  told: number;
  /** Nothing is said. */
  missing: number;
  wrong: string[];
}

/** Flags of a figure that claims to be right. */
const SURE = new Set(['measured', 'rollover', 'replaced', '']);
const MOST_SHOWN = 20;

const hundredths = (value: number): number => Math.round(value * 1e6) / 1e4;

function judge(
  plant: Plant,
  columns: MeterColumns,
  step: number,
  starts: readonly number[],
  score: Score,
): void {
  const at = new Map(columns.ts.map((ts, i) => [ts, i]));
  for (const start of starts) {
    const i = at.get(start);
    const value = i === undefined ? null : (columns.values['PP']?.[i] ?? null);
    const truth = plant.energy(columns.ammeterCode, start, start + step);
    const sure = (columns.flags?.[i ?? -1] ?? '').split(' ').every((flag) => SURE.has(flag));
    if (value === null) score.missing++;
    else if (hundredths(value) === truth) score.exact++;
    else if (!sure) score.told++;
    else
      score.wrong.push(
        `${columns.ammeterCode} ${new Date(start).toISOString()} +${step / HOUR_MS} h: ${value}, in truth ${truth / 100}`,
      );
  }
}

async function scorePlant(client: Client, plant: Plant, now: number, lastDays: number): Promise<Score> {
  const score: Score = { exact: 0, told: 0, missing: 0, wrong: [] };
  const meters = await client.get<readonly { id: number; ammeterCode: string; consumerId: number }[]>(
    '/api/archive/ammeter/getall',
  );
  const consumers = await client.get<readonly { id: number; orgCode: string }[]>(
    '/api/archive/consumer/getall',
  );
  const consumer = consumers.find((one) => one.orgCode === plant.design.code);
  const known = new Set(plant.design.meters.map((meter) => meter.code));
  const ids = meters
    .filter((one) => one.consumerId === consumer?.id && known.has(one.ammeterCode))
    .map((one) => one.id);
  if (ids.length === 0) throw new Error(`the product has no meters of ${plant.design.code}`);
  const today = dayStart(now);
  const from = today - lastDays * DAY_MS;
  const ask = (interval: number, fromMs: number, toMs: number): Promise<{ list: MeterColumns[] }> =>
    client.get('/api/sdata/dataInterface/getDataList', {
      ammeterIds: ids.join(','),
      interval,
      dataCodes: 'PP',
      fromDt: new Date(fromMs).toISOString(),
      toDt: new Date(toMs).toISOString(),
      quality: 1,
    });
  const range = (a: number, b: number, step: number): number[] =>
    Array.from({ length: Math.max(0, Math.floor((b - a) / step)) }, (_, i) => a + i * step);
  // The last quarter of an hour may still be on its way.
  const lastHour = Math.floor((now - QUARTER_MS) / HOUR_MS) * HOUR_MS;
  const days = await ask(301, from, today);
  for (const columns of days.list) judge(plant, columns, DAY_MS, range(from, today, DAY_MS), score);
  for (let at = from; at < lastHour; at += DAY_MS) {
    const to = Math.min(at + DAY_MS, lastHour);
    const hours = await ask(201, at, to);
    for (const columns of hours.list) judge(plant, columns, HOUR_MS, range(at, to, HOUR_MS), score);
  }
  return score;
}

/**
 * Scores a running demonstration against the plants that feed it: every day and hour of the last days of every
 * simulated meter, to the hundredth of a unit. False when the product says a figure that is wrong and does not say
 * itself that it is doubtful. @param switched what was switched in the plants, as their console tells it
 */
export async function scoreLive(
  client: Client,
  days: number,
  switched: readonly SwitchedLoad[],
): Promise<boolean> {
  const now = Date.now();
  let right = true;
  for (const design of [steel, campus]) {
    const plant = new Plant(
      design,
      DEMO_SEED,
      monthStart(now, 14),
      switched.filter((one) => one.plant === design.code),
    );
    const { exact, told: reported, missing, wrong } = await scorePlant(client, plant, now, days);
    console.log(
      `${design.code}: ${exact} exact, ${reported} told as doubtful, ${missing} missing, ${wrong.length} wrong`,
    );
    for (const line of wrong.slice(0, MOST_SHOWN)) console.log(`  ${line}`);
    if (wrong.length > 0) right = false;
  }
  return right;
}
