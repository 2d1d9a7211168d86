/** A position that was told of a signal point. */
export interface TakenState {
  readonly pointId: number;
  /** ms */
  readonly ts: number;
  /** The state's number; null = the device says that it does not know. */
  readonly value: number | null;
}

/** The newest that is known of a signal point. */
export interface PointState {
  readonly pointId: number;
  readonly consumerId: number;
  /** ms: since when it is so. */
  readonly since: number;
  /** The state's number; null = not known. */
  readonly value: number | null;
  /** 0 heard, 1 the device does not know, 2 two positions were told of one instant. */
  readonly quality: number;
  /** ms: when it was last heard, which is how fresh it is. */
  readonly heardAt: number;
}

/** What became of positions, and the newest states among them that changed or were heard again. */
export interface StoredStates {
  /** Positions that were new; that were there already, equal; that differ from the one of the same instant. */
  readonly accepted: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly news: readonly PointState[];
}
