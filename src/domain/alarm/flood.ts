/** Limits of alarm rates per operator, after EEMUA 191 and ISA-18.2 (domain notes 9.2). */
export const FLOOD_WINDOW_MS = 600_000;
/** More raises than this in ten minutes are a flood. */
export const FLOOD_RAISES = 10;
/** A record that is raised this often within `CHATTER_WINDOW_MS` chatters: shelving is proposed. */
const CHATTER_RAISES = 3;
const CHATTER_WINDOW_MS = 60_000;
/** What is raised within this time of its cause is told with it. */
const CAUSE_WINDOW_MS = 60_000;

/** Whether the raise at an instant (ms) lies in a flood: more than ten within the ten minutes up to it. */
export function inFlood(raises: readonly number[], at: number): boolean {
  return raises.filter((one) => one > at - FLOOD_WINDOW_MS && one <= at).length > FLOOD_RAISES;
}

/** An interval in which the rate is that of a flood, in ms. */
export interface Flood {
  readonly from: number;
  readonly to: number;
  readonly raises: number;
}

/** The floods among raises (ms, any order): from the raise that makes the eleventh in ten minutes until none does. */
export function floodsOf(raises: readonly number[]): Flood[] {
  const sorted = raises.toSorted((a, b) => a - b);
  const floods: { from: number; to: number; raises: number }[] = [];
  let first = 0;
  sorted.forEach((at, i) => {
    while ((sorted[first] as number) <= at - FLOOD_WINDOW_MS) first++;
    if (i - first + 1 <= FLOOD_RAISES) return;
    const last = floods.at(-1);
    if (last && (sorted[first] as number) <= last.to) {
      last.to = at;
      last.raises += 1;
    } else floods.push({ from: at, to: at, raises: 1 });
  });
  return floods;
}

/** How many raises (ms) of one record chatter: those of which three or more lie within a minute. */
export function chatteringRaises(raises: readonly number[]): number {
  const sorted = raises.toSorted((a, b) => a - b);
  const chattering = new Set<number>();
  for (const [i, at] of sorted.entries()) {
    const before = sorted[i - CHATTER_RAISES + 1];
    if (before === undefined || at - before > CHATTER_WINDOW_MS) continue;
    for (let k = i - CHATTER_RAISES + 1; k <= i; k++) chattering.add(k);
  }
  return chattering.size;
}

/** Whether raises (ms) of one record chatter. */
export const chatters = (raises: readonly number[]): boolean => chatteringRaises(raises) > 0;

/** An active alarm that may be the cause of others: its object, and when it was raised (ms). */
export interface Cause {
  readonly recordId: number;
  readonly objectId: string;
  readonly raisedAt: number;
}

/**
 * The cause of an alarm among the active ones: the nearest above it in the tree of causes (gateway above meter, parent
 * meter above child, supply of the site above all) that was raised at most a minute before or after it, so that it does
 * not matter which of both was noticed first. What follows later is news of its own.
 */
export function causeOf(
  event: { readonly objectId: string; readonly raisedAt: number },
  active: readonly Cause[],
  above: (objectId: string) => readonly string[],
): Cause | null {
  for (const objectId of above(event.objectId)) {
    const causes = active.filter(
      (one) => one.objectId === objectId && Math.abs(event.raisedAt - one.raisedAt) <= CAUSE_WINDOW_MS,
    );
    const first = causes.toSorted((a, b) => a.raisedAt - b.raisedAt)[0];
    if (first) return first;
  }
  return null;
}
