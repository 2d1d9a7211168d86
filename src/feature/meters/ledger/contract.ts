/** The beginning of a ledger: what is in force there was always so. */
export const BEGINNING = Date.UTC(2000, 0, 1);

/** One interval of a meter's life as it travels. Instants in ms, decimals as texts. */
export interface LedgerRow {
  /** Null before it is written. */
  readonly id: number | null;
  /** BEGINNING = always. */
  readonly from: number;
  /** Null while it lasts. */
  readonly to: number | null;
  /** Null = not known; '' = not known, but the same device as the interval beside it that has ''. */
  readonly serial: string | null;
  readonly ct: string;
  readonly pt: string;
  /** The device shows primary values already: CT and PT are told, not applied. */
  readonly primary: boolean;
  readonly correctionFactor: string;
  /** Digits before the point: the register rolls over at 10^width. */
  readonly registerWidth: number | null;
  readonly startRegister: string | null;
  readonly endRegister: string | null;
  readonly kind: 'register' | 'interval';
  readonly remark: string | null;
}

/** An event as it is entered: what holds from an instant on, and where the register before it ended. */
export interface LedgerDraft extends Omit<LedgerRow, 'id' | 'to' | 'endRegister'> {
  /** The same device goes on; its number is taken from the interval before. */
  readonly sameDevice: boolean;
  /** Register of the interval before at `from`. */
  readonly endBefore: string | null;
}

/** What happened where an interval begins. */
export type LedgerEvent =
  'first' | 'replaced' | 'reset' | 'ratio' | 'factor' | 'width' | 'kind' | 'primary' | 'note';

/** A month of a meter: its start, energy, quality. */
export interface LifeMonth {
  /** `2026-01` */
  readonly month: string;
  readonly from: number;
  readonly to: number;
  readonly energy: number | null;
  readonly coveredSeconds: number;
  readonly flags: readonly string[];
}

/** A change of the ledger that someone made. */
export interface LedgerChange {
  readonly id: number;
  readonly at: number;
  readonly by: string | null;
  readonly action: 'add' | 'edit' | 'del';
  readonly rowId: number;
  readonly before: LedgerRow | null;
  readonly after: LedgerRow | null;
  readonly remarks: string | null;
}

/** Everything of a meter's life. */
export interface Life {
  readonly meterId: number;
  readonly meterCode: string;
  readonly meterName: string;
  readonly unit: string;
  readonly zone: string;
  readonly rows: readonly (LedgerRow & { readonly events: readonly LedgerEvent[] })[];
  readonly months: readonly LifeMonth[];
  /** The sum of the months. */
  readonly total: number | null;
  readonly history: readonly LedgerChange[];
}

/** What a change of the ledger does to consumption; energies as exact decimal texts, null = nothing known. */
export interface LedgerEffect {
  /** The interval that is folded again; null = the meter has nothing there. */
  readonly from: number | null;
  readonly to: number | null;
  /** Months whose energy differs. */
  readonly months: readonly {
    readonly month: string;
    readonly now: string | null;
    readonly after: string | null;
    readonly change: string;
  }[];
  /** Months that were computed and stay as they are. */
  readonly unchanged: number;
  readonly change: string;
  /** Quarters of an hour whose energy would not be counted: beyond the rated power, or the register fell. */
  readonly doubtful: number;
  /** The life as it will stand. */
  readonly rows: readonly (LedgerRow & { readonly events: readonly LedgerEvent[] })[];
}
