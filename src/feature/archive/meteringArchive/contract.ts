/** A meter whose verification is due; days are `YYYY-MM-DD`. */
export interface DueMeter {
  readonly gaugeId: number;
  /** The meter of the platform that it is; null = none. */
  readonly ammeterId: number | null;
  readonly consumerId: number;
  readonly consumerName: string;
  readonly meterName: string;
  readonly serNo: string;
  readonly manageNo: string | null;
  readonly location: string;
  readonly alignOrg: string;
  readonly alignCycle: number;
  readonly lastAlignDate: string;
  readonly nextAlignDate: string;
  /** Days until then; negative where it is overdue. */
  readonly days: number;
}

/** How many verifications fall into a month, `2026-01`, and how many of these are overdue. */
export interface DueMonth {
  readonly month: string;
  readonly count: number;
  readonly overdue: number;
}

/** The verifications to come. */
export interface DueAnswer {
  /** The day from which `days` count, in the zone of the enterprise's first site. */
  readonly today: string;
  /** Meters in use whose next verification is known. */
  readonly meters: number;
  /** Meters in use of which no date is known: none of the counts has them. */
  readonly undated: number;
  readonly overdue: number;
  readonly within30: number;
  readonly within90: number;
  /** The months in which some are due, those with overdue ones among them. */
  readonly months: readonly DueMonth[];
  /** The most urgent first, at most 1000. */
  readonly list: readonly DueMeter[];
}

/** What happened to a meter. */
type LifeEventKind = 'installed' | 'verified' | 'replaced' | 'due' | 'changed';

export interface LifeEvent {
  readonly kind: LifeEventKind;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Serial number from then on, where it is told. */
  readonly serNo: string | null;
  /** What else is told: verifying body, registers. */
  readonly detail: string | null;
  /** Fields that a person changed, as they were and are. */
  readonly changes: readonly {
    readonly field: string;
    /** The value as the field holds it. */
    readonly before: unknown;
    /** The value as the field holds it. */
    readonly after: unknown;
  }[];
}

/** The life of an instrument, the latest first. */
export interface GaugeLife {
  readonly gaugeId: number;
  readonly meterName: string;
  readonly serNo: string;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly events: readonly LifeEvent[];
  /** Consumption of its months, the latest first, where it is one of the platform's meters. */
  readonly months: readonly { readonly month: string; readonly energy: number | null }[];
  readonly unit: string | null;
}

/** How a list that is handed in agrees with the archive. */
export interface ListComparison {
  readonly agrees: number;
  readonly missing: readonly { readonly key: string; readonly title: string }[];
  readonly different: readonly {
    readonly id: number;
    readonly title: string;
    readonly fields: readonly string[];
  }[];
  readonly extra: readonly { readonly id: number; readonly title: string }[];
}

/** How far a tab of the archive is filled: rows of its list, files, or whether the table of `year` is filed. */
export interface TabState {
  readonly number: number;
  readonly kind: 'rows' | 'files' | 'filing';
  readonly count: number;
  /** The year that is to be filed. */
  readonly year: number | null;
}
