import { MINUTE, type Range } from './clock.ts';

/** Differences between what the product says and what is so. */
export class Findings {
  readonly lines: string[] = [];

  /** Notes a difference. */
  say(where: string, what: string, reported: unknown, truth: unknown): void {
    this.lines.push(`${where}: ${what} ${shown(reported)}, in truth ${shown(truth)}`);
  }

  same(where: string, what: string, reported: unknown, truth: unknown): void {
    if (reported !== truth) this.say(where, what, reported, truth);
  }

  /** Every flag that must be told is, and none beside those that may be. */
  flags(
    where: string,
    reported: readonly string[],
    must: ReadonlySet<string>,
    may: readonly string[] = [],
  ): void {
    for (const flag of must)
      if (!reported.includes(flag)) this.say(where, 'no flag', reported.join(' '), flag);
    for (const flag of reported)
      if (!must.has(flag) && flag !== 'measured' && !may.includes(flag))
        this.say(where, 'a flag without a reason', flag, [...must].join(' '));
  }
}

const shown = (value: unknown): string =>
  typeof value === 'bigint' ? String(Number(value) / 1e6) : JSON.stringify(value);

/** Millionths of a number of a reply. */
export const micro = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 1e6);

/** The same of what is known. */
export const exact = (value: bigint | null): number | null => (value === null ? null : Number(value));

export const rangeText = ({ from, to }: Range): string =>
  `${new Date(from).toISOString().slice(0, 16)} +${(to - from) / MINUTE} min`;
