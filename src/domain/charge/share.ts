import { sumOf } from '../decimal/sum.ts';

/** A charger that charges and takes part in the sharing of a limit; powers in whole watts. */
export interface Sharer {
  readonly id: number;
  /** 1 goes first. */
  readonly priority: number;
  /** What it can use: its rated power, or less where a person limited it. */
  readonly most: number;
  /** With less a vehicle does not charge: it pauses. */
  readonly least: number;
  /** ms since when it charges: of two alike the earlier goes first. */
  readonly since: number;
}

const byRank = (a: Sharer, b: Sharer): number => a.priority - b.priority || a.since - b.since || a.id - b.id;

/**
 * Shares a limit among the chargers that charge: first each gets its least in the order of priority, those for whom
 * nothing is left pause; then the rest goes to the first priority in equal parts, what these cannot use to the next.
 * @returns watts by charger; together never more than the limit, each 0 or from its least to its most
 */
export function sharePower(limit: number, sharers: readonly Sharer[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  let left = Math.max(0, Math.floor(limit));
  const ranked = sharers.toSorted(byRank);
  const charging = ranked.filter(({ id, least, most }) => {
    const need = Math.min(least, most);
    const fits = need <= left && left > 0 && most > 0;
    shares.set(id, fits ? need : 0);
    if (fits) left -= need;
    return fits;
  });
  for (const priority of new Set(charging.map((one) => one.priority)))
    left = fill(left, charging.filter((one) => one.priority === priority), shares); // prettier-ignore
  return shares;
}

/** Raises the shares of chargers alike as equally as their most allows. @returns what is left, W */
function fill(left: number, alike: readonly Sharer[], shares: Map<number, number>): number {
  let rest = left;
  // The lowest rise together until one of them is full or nothing is left.
  for (;;) {
    const open = alike.filter(({ id, most }) => (shares.get(id) ?? 0) < most);
    if (open.length === 0) return rest;
    const level = Math.min(...open.map(({ id }) => shares.get(id) ?? 0));
    const lowest = open.filter(({ id }) => shares.get(id) === level);
    const next = Math.min(
      ...open.flatMap(({ id }) => (shares.get(id) === level ? [] : [shares.get(id) ?? 0])),
      ...lowest.map(({ most }) => most),
    );
    const rise = Math.min(next - level, Math.floor(rest / lowest.length));
    if (rise === 0) {
      for (const { id } of lowest.slice(0, rest)) shares.set(id, level + 1);
      return 0;
    }
    for (const { id } of lowest) shares.set(id, level + rise);
    rest -= rise * lowest.length;
  }
}

/** How a charger stands to what it was told; powers in whole watts. */
export interface Told {
  readonly id: number;
  /** What it may take as far as is known: what it accepted, or what left since without an answer, whichever is more. */
  readonly worst: number;
  /** What it accepted and holds for certain; null = nothing, or it is to be told again. */
  readonly held: number | null;
  /** `ready`: it can be told something; `pending`: an answer is due; `fixed`: nothing can be done now. */
  readonly state: 'ready' | 'pending' | 'fixed';
  /** Null = nothing charges there. */
  readonly sharer: Omit<Sharer, 'id'> | null;
}

/** What is left of a limit for the chargers that can be told something, W. */
const leftOf = (limit: number, chargers: readonly Told[]): number =>
  limit - (sumOf(chargers.map(({ state, worst }) => (state === 'fixed' ? worst : 0))) ?? 0);

/** What each charger shall have; one that nothing can be done about keeps what it may take, one without a vehicle has 0. */
function sharesOf(limit: number, chargers: readonly Told[]): ReadonlyMap<number, number> {
  const sharers = chargers.flatMap(({ id, state, sharer }) =>
    sharer && state !== 'fixed' ? [{ id, ...sharer }] : [],
  );
  const shares = sharePower(leftOf(limit, chargers), sharers);
  return new Map(
    chargers.map(({ id, state, worst }) => [id, state === 'fixed' ? worst : (shares.get(id) ?? 0)]),
  );
}

/**
 * What is to be told now. Less is told at once; more only as far as what all chargers may take together stays within the
 * limit, so that a charger that did not answer is reckoned with what it may take.
 * @returns watts by charger
 */
export function tellingsOf(limit: number, chargers: readonly Told[]): ReadonlyMap<number, number> {
  const shares = sharesOf(limit, chargers);
  let free = limit - (sumOf(chargers.map(({ worst }) => worst)) ?? 0);
  const tellings = new Map<number, number>();
  for (const { id, worst, held, state, sharer } of chargers) {
    if (state !== 'ready') continue;
    const share = shares.get(id) ?? 0;
    if (share <= worst) {
      if (share !== held) tellings.set(id, share);
      continue;
    }
    const reach = Math.min(share, worst + Math.max(0, free));
    const least = Math.min(sharer?.least ?? 0, share);
    if (reach <= worst || reach < least) {
      if (held === null) tellings.set(id, worst);
      continue;
    }
    tellings.set(id, reach);
    free -= reach - worst;
  }
  return tellings;
}

/** A limit that follows the load of a site moves in steps: less counts at once, more when it is worth it and lasts. */
export interface Steady {
  /** W */
  readonly limit: number;
  /** ms since it holds. */
  readonly since: number;
}
const LESS_SHARE = 0.01;
const MORE_SHARE = 0.05;
const MORE_AFTER_MS = 60_000;

/** The limit that holds now, from the one before and what would be allowed; watts. @param full the entered limit */
export function steadyLimit(
  before: Steady | null,
  { allowed, full, now }: { readonly allowed: number; readonly full: number; readonly now: number },
): Steady {
  const wanted = Math.floor(Math.min(Math.max(0, allowed), full));
  if (!before || before.limit > full) return { limit: wanted, since: now };
  const lower = before.limit - wanted > full * LESS_SHARE || (wanted === 0 && before.limit > 0);
  const higher = wanted - before.limit > full * MORE_SHARE || (wanted === full && before.limit < full);
  const lasts = now - before.since >= MORE_AFTER_MS;
  return lower || (higher && lasts) ? { limit: wanted, since: now } : before;
}
