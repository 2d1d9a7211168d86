import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { timeAt } from '#domain/time/text.ts';
import type { Db } from './database/db.ts';

/** No clock stood before: the first release was made later. */
const RELEASED = Date.UTC(2026, 0, 1);
/** A clock that is corrected by less is not far off: what it says meanwhile counts. */
const BEHIND_MS = HOUR_MS;
/** What two machines may differ by. */
export const CLOCK_OFF_MS = 300_000;
/** Nobody leaves a product off so long; a clock that jumps further was set wrong. */
const YEAR_MS = 366 * DAY_MS;
/** Who starts it again so much later, with the same clock, means it. */
const MEANT_MS = HOUR_MS;
const NAME = 'clock';
/** It is noted twice a minute while the product runs: where that was longer ago nobody listened. */
const BREAK_MS = 75_000;

/** Why the clock of this machine cannot be right. */
export interface ClockDoubt {
  /** The clock minus the latest time that was known to be right, ms; below 0 it is behind. */
  readonly offMs: number;
  /** By the wrong clock, ms. */
  readonly since: number;
}

/** A clock that was in doubt is right again: what it said in that interval lies so much off. */
export interface ClockStep {
  readonly from: number;
  readonly to: number;
  /** Ms to add. */
  readonly by: number;
}

export interface ClockOptions {
  /** The latest time that is known to have been, ms. */
  readonly known: number | null;
  readonly wall?: () => number;
  /** Runs evenly whatever the clock is set to, ms. */
  readonly steady?: () => number;
}

/**
 * Judges the clock of this machine by what is known: it cannot stand before a time that was, nor years after. It is cheap
 * to ask.
 */
export class OwnClock {
  readonly #wall: () => number;
  readonly #steady: () => number;
  #known: number;
  #limit: number;
  #last: { wall: number; steady: number };
  #doubt: ClockDoubt | null = null;
  #rightSince: number;
  /** Reported when the clock was set right while this process ran. */
  stepped: (step: ClockStep) => void = () => {};

  constructor({ known, wall = () => Date.now(), steady = () => performance.now() }: ClockOptions) {
    this.#wall = wall;
    this.#steady = steady;
    this.#known = Math.max(known ?? 0, RELEASED);
    this.#limit = known === null ? Infinity : YEAR_MS;
    this.#last = { wall: wall(), steady: steady() };
    this.#rightSince = this.#last.steady;
    this.look();
  }

  /** What is wrong with the clock at this moment; null = nothing that is known. */
  look(): ClockDoubt | null {
    const [wall, steady] = [this.#wall(), this.#steady()];
    const by = Math.round(wall - this.#last.wall - (steady - this.#last.steady));
    const { wall: before } = this.#last;
    this.#last = { wall, steady };
    const offMs = wall - this.#known;
    if (offMs < -BEHIND_MS || offMs > this.#limit) {
      this.#doubt = { offMs, since: this.#doubt?.since ?? wall };
      this.#rightSince = steady;
      return this.#doubt;
    }
    this.#known = Math.max(this.#known, wall);
    this.#limit = YEAR_MS;
    const over = this.#doubt;
    this.#doubt = null;
    if (over !== null && Math.abs(by) > CLOCK_OFF_MS) this.stepped({ from: over.since, to: before, by });
    return null;
  }

  /** Somebody else's clock shows the same: ours is right. @param at what it shows, ms */
  confirm(at: number): void {
    if (this.look() === null || Math.abs(at - this.#last.wall) > CLOCK_OFF_MS || at < RELEASED) return;
    this.#known = this.#last.wall;
    this.#doubt = null;
  }

  /** For how long there has been no doubt since the process began, ms. */
  rightFor(): number {
    return this.look() === null ? this.#steady() - this.#rightSince : 0;
  }
}

/** A clock that nobody doubts, for tools and tests. */
export const RIGHT_CLOCK: Pick<OwnClock, 'look' | 'confirm' | 'rightFor'> = {
  look: () => null,
  confirm: () => {},
  rightFor: () => Infinity,
};

interface Noted {
  /** When the clock was last right, ms. */
  readonly at: number;
  /** When it was last in doubt, by itself. */
  readonly doubted?: number;
  /** Since when it has been noted without a break, ms. */
  readonly since?: number;
}

/** Opens the clock with what the database knows of time. */
export async function openClock(
  db: Db,
  { wall = () => Date.now(), ...steady }: Omit<ClockOptions, 'known'> = {},
): Promise<OwnClock> {
  const { rows } = await sql<{ noted: Noted | null; seen: Date | null }>`
    select (select value from setting where name = ${NAME}) as noted,
      (select max(last_seen_at) from gateway_state) as seen`.execute(db);
  const { noted, seen } = rows[0] ?? { noted: null, seen: null };
  const since = wall() - (noted?.doubted ?? Infinity);
  const meant = since > MEANT_MS && since < YEAR_MS;
  const known = meant ? wall() : (noted?.at ?? seen?.getTime() ?? null);
  return new OwnClock({ known, wall, ...steady });
}

/**
 * Since when the product has run without a break, ms: what is silent may be so as nobody listened before. Null = nobody noted it.
 * @param now ms
 */
export async function listensSince(db: Db, now: number): Promise<number | null> {
  const { rows } = await sql<{
    noted: Noted;
  }>`select value as noted from setting where name = ${NAME}`.execute(db);
  const noted = rows[0]?.noted;
  if (!noted) return null;
  return now - noted.at > BREAK_MS ? now : (noted.since ?? null);
}

/** Writes down what time it is, or that this is in doubt. */
export async function noteClock(db: Db, doubt: ClockDoubt | null, now: number): Promise<void> {
  const first = doubt === null ? { at: now, since: now } : { at: now - doubt.offMs, doubted: doubt.since };
  await sql`insert into setting as s (name, value) values (${NAME}, ${JSON.stringify(first)}::jsonb)
    on conflict (name) do update set value = ${
      doubt === null
        ? sql`case when ${now}::float8 - (s.value ->> 'at')::float8 <= ${BREAK_MS} and s.value ? 'since' and not s.value ? 'doubted'
            then excluded.value || jsonb_build_object('since', s.value -> 'since') else excluded.value end`
        : sql`case when s.value ? 'doubted' then s.value else s.value || jsonb_build_object('doubted', ${doubt.since}::bigint) end`
    }`.execute(db);
}

/** How far the clock is off, in words. */
export function clockText(doubt: ClockDoubt, now: number): { zh: string; en: string } {
  const shown = timeAt('UTC', now);
  const known = timeAt('UTC', now - doubt.offMs);
  return {
    zh: `服务器时钟显示 ${shown}（UTC），而已知时间为 ${known}：在时钟校准之前，没有自带时间的数据将被隔离，不计入，也不丢弃。请校准服务器时钟（NTP）；若时钟无误，请在一小时后重新启动`,
    en: `The clock of the server shows ${shown} UTC, but it is known to have been ${known}: until it is right, readings without a time of their own are quarantined, neither counted nor dropped. Set the clock of the server (NTP); if it is right, start the product again in an hour`,
  };
}
