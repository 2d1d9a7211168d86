import type { DayType, Period } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';

/** What a change of calendars or special days makes differ among the figures that exist. */
export interface CalendarEffect {
  /** Meters with at least one day of other periods. */
  readonly meters: number;
  /** Local dates on which periods differ for at least one of these meters. */
  readonly days: number;
  /** First and last of these dates; null when none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sites: readonly {
    readonly siteId: number;
    readonly siteName: string;
    readonly meters: number;
    readonly days: number;
  }[];
}

/** The periods of one date (rows as the specification's period schemes). */
export interface DayPeriods {
  readonly orgId: number;
  readonly date: string;
  readonly timeZone: string;
  readonly dayTypes: readonly DayType[];
  /** Empty where no calendar holds. */
  readonly rows: readonly {
    readonly beginTime: string;
    readonly endTime: string;
    readonly value: Period;
    readonly name: string;
  }[];
}

/** A tariff period that an enterprise has. */
export interface PeriodInUse {
  readonly value: Period;
  readonly name: Text;
}

/** A date that is not what its weekday says. */
export interface ListedDay {
  readonly dt: string;
  readonly dayType: DayType;
  readonly name: Text | null;
  /** Of the national list, or of the enterprise (then with the row's id). */
  readonly holidayId: number | null;
}
