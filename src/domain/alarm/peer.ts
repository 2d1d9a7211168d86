import { LEVEL, type Level } from '../time/bucket.ts';

/** What meters of one kind do beside each other: inverters of a plant for their modules, clusters of a station for their capacity. */
export type PeerKind = 'inverter' | 'cluster';

/** A bucket of a meter beside those of its kind: kWh for each kWp, or each kWh of capacity. */
export interface Peer {
  readonly own: number;
  /** The middle of the others. */
  readonly middle: number;
  /** How many of the others are known. */
  readonly others: number;
}

/** With fewer others nobody can say which of them is ill. */
export const FEWEST_PEERS = 2;
/** Below it there is no sun to speak of, or the battery rests: kWh for each kWp, or each kWh, in an hour and a day. */
const LEAST: Readonly<Record<PeerKind, { readonly hour: number; readonly day: number }>> = {
  inverter: { hour: 0.05, day: 0.5 },
  cluster: { hour: 0.02, day: 0.1 },
};

/**
 * A meter beside the others of its kind. Null where its own value or too many of the others are missing, or the others do
 * hardly anything: that tells nothing of it.
 */
export function besidePeers(
  kind: PeerKind,
  level: Level,
  own: number | null,
  others: readonly (number | null)[],
): Peer | null {
  const known = others.flatMap((one) => (one === null ? [] : [one])).toSorted((a, b) => a - b);
  if (own === null || known.length < FEWEST_PEERS) return null;
  const [low = 0, high = 0] = [known[(known.length - 1) >> 1], known[known.length >> 1]];
  const middle = (low + high) / 2;
  const { hour, day } = LEAST[kind];
  return middle < (level === LEVEL.hour ? hour : day) ? null : { own, middle, others: known.length };
}
