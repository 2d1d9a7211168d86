/** What became of one record of several whose state was to be changed. */
export interface StateResult {
  readonly id: number;
  readonly ok: boolean;
  /** Why not, in the caller's language; null where it was changed or stood so already. */
  readonly message: string | null;
}

/** Something that was done with a record. */
export interface AlarmAct {
  readonly id: number;
  readonly at: Date;
  /** What was done: confirm, state, comment. */
  readonly kind: string;
  readonly byName: string | null;
  /** State of process before and after; null where it was left as it was. */
  readonly fromProcess: string | null;
  readonly toProcess: string | null;
  readonly info: string | null;
}

/** Records by condition and by what people have done. */
export interface AlarmCount {
  readonly total: number;
  readonly active: number;
  readonly untreated: number;
  readonly confirmed: number;
}

/** How many records there are of a group: a level, a type or a state of process, by its code. */
export interface AlarmShare {
  readonly code: string;
  readonly count: number;
}

/** The meters and rules with most raises. */
export interface AlarmTop {
  readonly alarmId: number | null;
  readonly ammeterId: number | null;
  readonly recordName: string;
  readonly siteName: string | null;
  readonly raises: number;
}
