import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../figure.ts';
import { Caller } from '../http.ts';
import { PASSWORD } from '../product.ts';
import type { Plant } from './plant.ts';

export interface ClicksFigure {
  readonly users: number;
  readonly seconds: number;
  readonly calls: number;
  readonly errors: readonly string[];
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

const THINK_MS = { least: 500, most: 3500 } as const;

/** What a screen asks when it is opened, one after the other as its parts come into view. */
const SCREENS: readonly ((who: string, range: string, date: string) => readonly string[])[] = [
  (who, range) => ['energy', 'class'].map((name) => `analysis/${name}/getData?${who}&interval=301&${range}`),
  (who, range) => ['hour', 'week'].map((name) => `analysis/${name}/getData?${who}&interval=301&${range}`),
  (who, range) => [`analysis/timeShare/getData?${who}&interval=301&${range}`],
  (who, range) => [`analysis/peak/getData?${who}&interval=301&${range}`],
  (who, range, date) => [`analysis/load/getData?${who}&interval=301&${range}`, `analysis/load/getLoadChart?${who}&date=${date}`],
  (who, range, date) => [`analysis/demand/getData?${who}&interval=301&${range}`, `analysis/demand/getDetail?${who}&date=${date}&current=1&pageSize=20`],
  (who, range) => [`analysis/cycle/getData?${who}&interval=301&${range}`],
  (who, range) => [`analysis/flow/getData?${who}&interval=301&${range}`],
  (who, range) => [`analysis/part/getData?${who}&interval=301&${range}`],
  (who, range) => [`analysis/statement/getData?${who}&interval=301&${range}&classify=part`],
  (who, _range, date) => [`analysis/bill/getData?${who}&interval=501&begin=${date.slice(0, 7)}-01&end=${date}`],
]; // prettier-ignore

/** People who click through the screens of analyses, each with a session, an object and a month of their own. */
export async function clicks(
  baseUrl: string,
  { consumerId, unitIds }: Plant,
  users: number,
  seconds: number,
): Promise<ClicksFigure> {
  const took: number[] = [];
  const errors: string[] = [];
  const people: Caller[] = [];
  // One after the other: tries of the same name at the same time would lock it.
  while (people.length < users) {
    const person = new Caller(baseUrl);
    await person.login('operator', PASSWORD);
    people.push(person);
  }
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const ask = async (person: Caller, path: string): Promise<void> => {
    const from = performance.now();
    await person.get(`/api/${path}`).catch((error: unknown) => void errors.push(String(error)));
    took.push(performance.now() - from);
  };
  const click = async (person: Caller, n: number): Promise<void> => {
    await ask(person, `analysis/object/getTree?consumerId=${consumerId}`);
    for (let i = n; performance.now() < end; i++) {
      await sleep(THINK_MS.least + Math.random() * (THINK_MS.most - THINK_MS.least));
      const month = `2025-${String(1 + ((n + i) % 12)).padStart(2, '0')}`;
      const orgId = i % 3 === 0 ? unitIds[n % unitIds.length] : consumerId;
      const query = SCREENS[i % SCREENS.length]?.(
        `consumerId=${consumerId}&orgId=${orgId}`,
        `begin=${month}-01&end=${month}-28`,
        `${month}-20`,
      );
      for (const path of query ?? []) await ask(person, path);
    }
  };
  await Promise.all(people.map(click));
  const lasted = (performance.now() - begun) / 1000;
  for (const person of people) person.close();
  return {
    users,
    seconds: lasted,
    calls: took.length,
    errors,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    most: took.reduce((a, b) => Math.max(a, b), 0),
  };
}
