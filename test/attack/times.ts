/** How long it took until everybody was answered again, of some rounds; ms. */
export interface Times {
  readonly rounds: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/** A round: what was attacked, and how long it took, ms. */
export interface Round {
  readonly name: string;
  readonly ms: number;
}

/** Attacks that end a whole part of the product, counted from the blow itself: what a restart takes. */
export const RESTARTS = ['server', 'tree', 'launcher', 'postmaster', 'pg_ctl restart'] as const;

/** The times of rounds; 0 where there was none. */
export function timesOf(rounds: readonly Round[]): Times {
  const times = rounds.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    rounds: times.length,
    median: times[Math.floor(times.length / 2)] ?? 0,
    p95: times[Math.max(0, Math.ceil(times.length * 0.95) - 1)] ?? 0,
    longest: times.at(-1) ?? 0,
  };
}

/**
 * The times of all rounds, of those that restart something, and of each kind apart. Others disturb what takes its time by
 * itself, counted from its end, or end one connection: together they would make restarts look short.
 */
export function timesByKind(rounds: readonly Round[]): {
  readonly all: Times;
  readonly restarts: Times;
  readonly byKind: Readonly<Record<string, Times>>;
} {
  const names = [...new Set(rounds.map(({ name }) => name))];
  const isRestart = ({ name }: Round): boolean => (RESTARTS as readonly string[]).includes(name);
  return {
    all: timesOf(rounds),
    restarts: timesOf(rounds.filter(isRestart)),
    byKind: Object.fromEntries(
      names.map((name) => [name, timesOf(rounds.filter((one) => one.name === name))]),
    ),
  };
}
