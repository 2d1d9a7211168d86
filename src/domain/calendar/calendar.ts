import type { Period } from '#contract/period.ts';
import type { PeriodRule, PeriodRules } from '#contract/periodRule.ts';
import { DAY_MS, QUARTER_MS } from '../time/duration.ts';
import type { Zone } from '../time/zone.ts';
import { type DayFact, type SpecialDays, dayFact } from './dayFact.ts';
import { ruleFor } from './rule.ts';
import { quartersOfDay } from './segment.ts';

/** Rules that hold from a local date (days since 1970-01-01) until the next version. */
export interface Version {
  readonly from: number;
  readonly rules: PeriodRules;
  /** As people call it. */
  readonly name?: string;
}

/** Which rule gives a day its periods, and why. */
export interface DayRule {
  /** Name and first day of the version. */
  readonly name: string;
  readonly from: number;
  /** Number of the rule in its version, from 1. */
  readonly number: number;
  readonly rule: PeriodRule;
  readonly fact: DayFact;
}

interface Compiled {
  readonly name: string;
  readonly from: number;
  readonly rules: PeriodRules['rules'];
  readonly quarters: readonly Uint8Array[];
}

/**
 * The time-of-use calendar of a site: its own versions, where one holds, else those of its enterprise. A version
 * without rules ends the ones before it: the site follows its enterprise again, the enterprise has no periods.
 */
export class Calendar {
  readonly #own: readonly Compiled[];
  readonly #general: readonly Compiled[];
  readonly #special: SpecialDays;
  readonly #days = new Map<number, Uint8Array | null>();

  constructor(own: readonly Version[], general: readonly Version[], special: SpecialDays) {
    this.#own = compile(own);
    this.#general = compile(general);
    this.#special = special;
  }

  /** The period of each quarter of an hour of a local date by the clock; null where no calendar holds. */
  quartersOf(day: number): Uint8Array | null {
    let quarters = this.#days.get(day);
    if (quarters === undefined) this.#days.set(day, (quarters = this.#resolve(day)));
    return quarters;
  }

  /** The period of the quarter of an hour that starts at an instant, or 0 where no calendar holds. */
  periodAt(zone: Zone, start: number): Period | 0 {
    const wall = start + zone.offsetAt(start);
    const day = Math.floor(wall / DAY_MS);
    return (this.quartersOf(day)?.[Math.floor((wall - day * DAY_MS) / QUARTER_MS)] ?? 0) as Period | 0;
  }

  /** The rule that holds on a local date; null where no calendar holds. */
  ruleOf(day: number): DayRule | null {
    const version = holding(this.#own, day) ?? holding(this.#general, day);
    const fact = dayFact(day, this.#special);
    const index = version ? ruleFor(version.rules, fact) : -1;
    const rule = version?.rules[index];
    return version && rule ? { name: version.name, from: version.from, number: index + 1, rule, fact } : null;
  }

  /** Whether no day has periods. */
  get empty(): boolean {
    return [...this.#own, ...this.#general].every((version) => version.rules.length === 0);
  }

  #resolve(day: number): Uint8Array | null {
    const version = holding(this.#own, day) ?? holding(this.#general, day);
    if (!version) return null;
    return version.quarters[ruleFor(version.rules, dayFact(day, this.#special))] ?? null;
  }
}

function compile(versions: readonly Version[]): Compiled[] {
  return versions
    .toSorted((a, b) => b.from - a.from)
    .map(({ from, name = '', rules: { rules } }) => ({
      name,
      from,
      rules,
      quarters: rules.map((rule) => quartersOfDay(rule.segments)),
    }));
}

/** The newest version that has begun, unless it ended the calendar. */
function holding(versions: readonly Compiled[], day: number): Compiled | undefined {
  const version = versions.find(({ from }) => from <= day);
  return version && version.rules.length > 0 ? version : undefined;
}
