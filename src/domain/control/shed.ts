import type { CommandState } from '#contract/control.ts';
import { projectDemand, type RunningWindow } from '../demand/projection.ts';
import { hasEnded } from './command.ts';

/** What a run of shedding has done with a load so far. */
export type LoadPart =
  | { readonly kind: 'untouched' }
  /** A command of the run is on its way. */
  | { readonly kind: 'underWay' }
  /** Switched off by the run, and proven; `since` in ms. */
  | { readonly kind: 'shed'; readonly since: number }
  /** Switched on again by the run, and proven; `since` in ms. */
  | { readonly kind: 'restored'; readonly since: number }
  /** Not touched again by the run: refused, not proven, or somebody took it over. */
  | { readonly kind: 'left' };

/** A command of a run, as far as it matters: where it stands, and when it left, ms. */
export interface LoadCommand {
  readonly state: CommandState;
  readonly at: number;
}

/**
 * What a run has done with a load. Only a read-back that agrees is shed or restored; whatever else ended leaves the load
 * to people, as the same command is never given again.
 * @param taken somebody else operated it, or it was seen on, after the run had shed it
 */
export function partOf(off: LoadCommand | null, back: LoadCommand | null, taken: boolean): LoadPart {
  if (off === null) return { kind: 'untouched' };
  if (!hasEnded(off.state)) return { kind: 'underWay' };
  if (off.state !== 'verified') return { kind: 'left' };
  if (back === null) return taken ? { kind: 'left' } : { kind: 'shed', since: off.at };
  if (!hasEnded(back.state)) return { kind: 'underWay' };
  return back.state === 'verified' ? { kind: 'restored', since: back.at } : { kind: 'left' };
}

/** A load of a plan as it stands now. Powers in millionths of kW. */
export interface Load {
  readonly id: number;
  /** 1 is shed first. */
  readonly priority: number;
  /** By how much the power falls when it is switched off: what was promised, and no more than its meter tells. */
  readonly sheds: bigint;
  /** By how much it rises when it is switched on again: the higher of what was promised and what was verified. */
  readonly returns: bigint;
  /** null = the position is not known. */
  readonly on: boolean | null;
  /** No tag, interlock, limit, or command of somebody else stands in the way of switching it off, or on again. */
  readonly mayOff: boolean;
  readonly mayOn: boolean;
  /** Nothing but its minimum time off, as its output counts it, stands in the way of switching it on again. */
  readonly resting: boolean;
  /** It must have been off for so long before it may come back, ms. */
  readonly minimumOff: number;
  readonly part: LoadPart;
}

/** A running window with a power that was measured. */
interface ShedWindow extends RunningWindow {
  /** When that power was told, ms; of several meters the oldest. */
  readonly toldAt: number;
}

/** A run of shedding at an instant. */
export interface ShedView {
  /** ms */
  readonly now: number;
  /** The running window, with a power that was measured lately; null = it is not known. */
  readonly window: ShedWindow | null;
  /** Millionths of kW. */
  readonly limit: bigint;
  readonly loads: readonly Load[];
  /** Between two loads that come back, ms. */
  readonly gap: number;
  /** Loads come back only where the forecast stays so far below the limit, percent. */
  readonly margin: number;
  /** Since when all that is off is hindered (`isHindered`), ms; null = it is not. */
  readonly hinderedSince: number | null;
}

/** What a run does next; one command at a time. */
export type ShedMove =
  | { readonly kind: 'off' | 'on'; readonly id: number }
  | { readonly kind: 'wait'; readonly why: ShedWait }
  | { readonly kind: 'end' };

/** Why nothing is switched now. */
type ShedWait =
  'underWay' | 'noPower' | 'windowEnds' | 'nothingLeft' | 'settling' | 'noRoom' | 'minimumOff' | 'hindered';

/** So long after a load was switched its effect need not stand in the power that meters tell, ms. */
export const SETTLE_MS = 90_000;
/** Nor in a power that was told less than this after it, however long ago that was, ms. */
const LAG_MS = 30_000;
/** What may not come back for so long is left to people, ms. */
export const GIVE_UP_MS = 15 * 60_000;
/** With less of the window left a load changes its demand hardly at all, ms. */
const LEAST_REST_MS = 60_000;
/** Of so many loads of one rank the best set is sought among all. */
const MOST_SETS = 12;

/** Millionths of kW, summed. */
const total = (powers: readonly bigint[]): bigint => powers.reduce((sum, one) => sum + one, 0n);

/** What loads are good for together when they are shed, millionths of kW. */
export const powerOf = (loads: readonly Load[]): bigint => total(loads.map(({ sheds }) => sheds));

/** Whether the effect of what was switched at an instant need not stand in the power of the window yet. */
const isFresh = (since: number, now: number, { toldAt }: ShedWindow): boolean =>
  now - since < SETTLE_MS || toldAt < since + LAG_MS;

/** The power that is to be expected: what is measured, without what was shed since and with what came back since. */
function expectedPower({ now, loads }: ShedView, window: ShedWindow): bigint {
  const just = (kind: 'shed' | 'restored') =>
    loads.filter(({ part }) => part.kind === kind && isFresh(part.since, now, window));
  const left = window.power - total(just('shed').map(({ sheds }) => sheds));
  return (left > 0n ? left : 0n) + total(just('restored').map(({ returns }) => returns));
}

/** By how much the power must still fall until the end of the window, millionths of kW; null = not known. */
export function neededNow(view: ShedView): bigint | null {
  const { window, limit } = view;
  if (window === null) return null;
  return projectDemand({ ...window, power: expectedPower(view, window) }, limit).shed;
}

const byRank = (a: Load, b: Load): number =>
  a.priority - b.priority || (a.sheds === b.sheds ? a.id - b.id : a.sheds > b.sheds ? -1 : 1);

/**
 * The loads to switch off, in order: the first ranks first, of one rank those whose power together just suffices, and none
 * that could stay on. Where all of them do not suffice it is all.
 * @param needed millionths of kW
 */
export function sequenceOf(loads: readonly Load[], needed: bigint): Load[] {
  if (needed <= 0n) return [];
  const free = loads
    .filter(({ part, on, mayOff, sheds }) => part.kind === 'untouched' && on === true && mayOff && sheds > 0n)
    .toSorted(byRank);
  const chosen: Load[] = [];
  let rest = needed;
  for (const rank of new Set(free.map(({ priority }) => priority))) {
    if (rest <= 0n) break;
    const taken = leastOf(free.filter(({ priority }) => priority === rank), rest); // prettier-ignore
    chosen.push(...taken);
    rest -= powerOf(taken);
  }
  return rest > 0n ? chosen : needless(chosen, needed);
}

/** Of loads of one rank, the set with the least power that suffices; all where none does. */
function leastOf(rank: readonly Load[], needed: bigint): readonly Load[] {
  if (powerOf(rank) <= needed) return rank;
  const least = rank.length <= MOST_SETS ? leastSet(rank, needed) : null;
  return least ?? needless(rank, needed);
}

function leastSet(rank: readonly Load[], needed: bigint): readonly Load[] | null {
  let best: { readonly set: readonly Load[]; readonly sum: bigint } | null = null;
  for (let mask = 1; mask < 1 << rank.length; mask++) {
    const set = rank.filter((_, i) => mask & (1 << i));
    const sum = powerOf(set);
    if (sum < needed) continue;
    if (best === null || sum < best.sum || (sum === best.sum && set.length < best.set.length))
      best = { set, sum };
  }
  return best?.set ?? null;
}

/** Without those that the others make needless; of the later ranks first, as they matter most. */
function needless(chosen: readonly Load[], needed: bigint): Load[] {
  let kept = [...chosen];
  let spare = powerOf(chosen) - needed;
  for (const one of chosen.toReversed()) {
    if (one.sheds > spare) continue;
    spare -= one.sheds;
    kept = kept.filter(({ id }) => id !== one.id);
  }
  return kept;
}

/** What a run does now. */
export function nextMove(view: ShedView): ShedMove {
  const { loads, window, now } = view;
  if (loads.some(({ part }) => part.kind === 'underWay')) return { kind: 'wait', why: 'underWay' };
  const needed = neededNow(view);
  if (needed === null || window === null) return { kind: 'wait', why: 'noPower' };
  if (needed === 0n) return restoring(view, window);
  if (window.to - now < LEAST_REST_MS) return { kind: 'wait', why: 'windowEnds' };
  const [first] = sequenceOf(loads, needed);
  if (first) return { kind: 'off', id: first.id };
  // What this run brought back may be shed again by the next one.
  return givesUp(view) ? { kind: 'end' } : { kind: 'wait', why: 'nothingLeft' };
}

/** A load that something else than the power and its minimum time off keeps from coming back. */
const mayNotReturn = ({ on, mayOn, resting }: Load): boolean => on !== false || (!mayOn && !resting);

/** Whether all that a run switched off is kept from coming back: by tags, interlocks, positions that are not known. */
export function isHindered(loads: readonly Load[]): boolean {
  const away = loads.filter(({ part }) => part.kind === 'shed');
  return away.length > 0 && away.every(mayNotReturn);
}

/** People must see to it: what is off has been hindered for too long. */
const givesUp = ({ loads, now, hinderedSince }: ShedView): boolean =>
  hinderedSince !== null && isHindered(loads) && now - hinderedSince >= GIVE_UP_MS;

/**
 * Brings back one load: the last rank first, after its minimum time off, a gap after the one before, and only where both
 * this window and the power that goes on stay below the limit with it.
 */
function restoring(view: ShedView, window: ShedWindow): ShedMove {
  const { now, loads, gap, margin, limit } = view;
  const away = loads.filter(({ part }) => part.kind === 'shed');
  if (away.length === 0) return { kind: 'end' };
  const settles = loads.some(
    ({ part }) =>
      (part.kind === 'restored' && now - part.since < gap) ||
      ((part.kind === 'shed' || part.kind === 'restored') && isFresh(part.since, now, window)),
  );
  if (settles) return { kind: 'wait', why: 'settling' };
  const below = (limit * BigInt(Math.round((100 - margin) * 100))) / 10_000n;
  const fits = ({ part, on, mayOn, minimumOff, returns }: Load): boolean => {
    const power = window.power + returns;
    return (
      part.kind === 'shed' &&
      on === false &&
      mayOn &&
      now - part.since >= minimumOff &&
      power <= below &&
      projectDemand({ ...window, power }, below).end <= below
    );
  };
  const next = away.toSorted((a, b) => -byRank(a, b)).find(fits);
  if (next) return { kind: 'on', id: next.id };
  return givesUp(view) ? { kind: 'end' } : { kind: 'wait', why: whyAway(away, now) };
}

/** Why none of the loads that are off comes back: room where any waits for that alone, then time. */
function whyAway(away: readonly Load[], now: number): ShedWait {
  const may = away.filter((load) => !mayNotReturn(load));
  if (may.length === 0) return 'hindered';
  const rests = ({ resting, part, minimumOff }: Load): boolean =>
    resting || (part.kind === 'shed' && now - part.since < minimumOff);
  return may.every(rests) ? 'minimumOff' : 'noRoom';
}
