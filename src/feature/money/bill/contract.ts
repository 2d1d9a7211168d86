import type { InvoiceItem } from '#resource/price/priceInvoice.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';
import type { LifeSegment, NamedMeter } from '#feature/meters/subject/contract.ts';

/** An account of an enterprise with its agreements, the newest first. */
export interface BillAccount {
  readonly measureAccount: string;
  readonly orgId: number;
  readonly orgName: string;
  readonly schemeName: string;
  readonly begin: string;
  readonly end: string | null;
}

/** Local dates of a part of a settlement month, the last included: `days` of its `of` days count. */
interface BillDays {
  readonly since: string;
  readonly until: string;
  readonly days: number;
  readonly of: number;
}

/** One line of a bill: kWh, kW or kVA; yuan. */
export interface BillRow {
  readonly key: string;
  readonly item: Text;
  readonly quantity: number | null;
  readonly unit: string;
  readonly price: number | null;
  readonly amount: number;
  /** What it is made of. */
  readonly inputs: Text;
  /** It rests on incomplete data: `doubtfulLines` says why. */
  readonly doubtful: boolean;
  /** The true quantity may be higher. */
  readonly atLeast: boolean;
  /** Where it is not about the whole settlement month. */
  readonly days?: BillDays;
  /** The bucket that can be opened for it. */
  readonly opens: { readonly level: 1 | 4; readonly at: number } | null;
}

/** A line as it was issued beside what it would be now; yuan. */
export interface IssuedDifference {
  readonly item: Text;
  readonly issued: number | null;
  readonly now: number | null;
  readonly difference: number;
}

/** A bill as it was issued, and why it would be another now. */
export interface IssuedBill {
  readonly issuedAt: number;
  readonly issuedBy: string | null;
  readonly total: number;
  readonly differences: readonly IssuedDifference[];
  readonly causes: readonly Text[];
  /** Days whose energy has changed since. */
  readonly days: readonly {
    readonly date: string;
    readonly at: number;
    readonly issued: number | null;
    readonly now: number | null;
  }[];
}

/** A line of the supplier's invoice beside the same of the computed bill. */
export interface InvoiceRow {
  /** Of the entered line. */
  readonly id: number;
  readonly item: InvoiceItem;
  readonly label: Text;
  readonly invoiced: {
    readonly quantity: number | null;
    readonly price: number | null;
    readonly amount: number;
  };
  readonly own: {
    readonly quantity: number | null;
    readonly price: number | null;
    readonly amount: number;
  } | null;
  /** Invoiced less computed; null where the bill has no such line. */
  readonly difference: number | null;
  readonly why: readonly Text[];
}

/** A day of the month whose energy is not fully measured. */
export interface DoubtfulDay {
  readonly date: string;
  readonly at: number;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

/** A part of a month under one agreement. */
export interface BillPartView extends BillDays {
  readonly schemeName: string;
  readonly orgName: string;
  /** kVA. */
  readonly capacity: number | null;
  /** kW. */
  readonly contractDemand: number | null;
}

/** What lines of a bill rest on: energy, maximum demand, the power factor, what people entered. */
export type DoubtPart = 'energy' | 'demand' | 'powerFactor' | 'terms';

/**
 * Why: energy that nobody knows, that is in doubt, whose gap lies over the end of the month, or of which the total is
 * known and not what fell into each tariff period, or before a change of prices; a demand that registers prove and nobody
 * measured, one beside which intervals were not measured, one by other windows than agreed; active and reactive energy
 * of different spans; deep valley without a price; an agreement, scheme or fee that does not say what a line needs, or
 * says what cannot be.
 */
export type DoubtReason =
  | 'missing'
  | 'doubt'
  | 'crossing'
  | 'spread'
  | 'proven'
  | 'unmeasured'
  | 'windows'
  | 'reactive'
  | 'unpriced'
  | 'terms';

/** An interval that a doubt is about, of a meter or of all of them together. */
export interface DoubtSpan {
  readonly from: number;
  readonly to: number;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
}

/** Lines of a bill that rest on incomplete data, why, where, and what to do. */
export interface DoubtfulLine {
  readonly part: DoubtPart;
  readonly reason: DoubtReason;
  /** Keys of the rows; empty where the line itself is left out, as a power factor that is not known. */
  readonly lines: readonly string[];
  readonly text: Text;
  readonly remedy: Text;
  readonly spans: readonly DoubtSpan[];
  /** Further intervals that are not listed. */
  readonly more: number;
}

export interface BillView {
  readonly measureAccount: string;
  readonly orgId: number;
  readonly orgName: string;
  readonly schemeName: string;
  readonly month: string;
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly settlementDay: number;
  readonly settlementHour: number;
  readonly unfinished: boolean;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  readonly rows: readonly BillRow[];
  readonly total: number;
  readonly energy: number;
  readonly averagePrice: number | null;
  /** How the month is divided; empty where one agreement holds in all of it. */
  readonly parts: readonly BillPartView[];
  readonly demandMissing: boolean;
  readonly doubtful: readonly DoubtfulDay[];
  readonly doubtfulLines: readonly DoubtfulLine[];
  /** Meters of the account of which nothing ever came: the bill is without them. */
  readonly neverHeard: readonly NamedMeter[];
  readonly issued: IssuedBill | null;
  readonly invoice: { readonly number: string | null; readonly rows: readonly InvoiceRow[] } | null;
}

/** A register as it was read nearest to an instant; ms since 1970. */
export interface RegisterStand {
  readonly at: number;
  readonly value: number;
}

/** What a meter gave to a bill. */
export interface PaperMeter extends NamedMeter {
  readonly ammeterCode: string;
  readonly sign: 1 | -1;
  /** The part of the month in which it stood for the account. */
  readonly from: number;
  readonly to: number;
  readonly energy: number | null;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  /** Its active register at both ends; null where none was read within an hour of it. */
  readonly begin: RegisterStand | null;
  readonly end: RegisterStand | null;
  /** Devices and factors one after the other. */
  readonly life: readonly LifeSegment[];
}

/** A bill as it is printed: letterhead, the bill, and where its energy comes from. */
export interface BillPaper {
  readonly bill: BillView;
  readonly letterhead: {
    readonly orgName: string;
    readonly orgCode: string;
    readonly address: string | null;
    /** Of the address; null where the registration has another one. */
    readonly zipCode: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  /** kVA and kW of the agreement at the end of the month. */
  readonly capacity: number | null;
  readonly contractDemand: number | null;
  readonly meters: readonly PaperMeter[];
  /** Further meters that are not listed. */
  readonly more: number;
  /** SHA-256 of the account, the month and every line: two papers with the same one say the same. */
  readonly checksum: string;
  /** Who asked for it, and when. */
  readonly printedBy: string;
  readonly printedAt: number;
}

/** One way in which a year could have been billed. */
export interface ReplayRow {
  readonly planId: number;
  readonly schemeName: string;
  /** `0` none, `1` capacity, `2` actual demand, `3` contract demand. */
  readonly basicCharge: string;
  /** kW that would be declared; null where nothing is. */
  readonly declared: number | null;
  readonly energy: number;
  readonly basic: number;
  readonly factor: number;
  readonly other: number;
  readonly total: number;
  /** Against how the year was billed; below zero is cheaper. */
  readonly difference: number | null;
  /** How it was billed. */
  readonly present: boolean;
  readonly months: readonly { readonly month: string; readonly total: number | null }[];
}

export interface Replay {
  readonly measureAccount: string;
  readonly year: number;
  readonly rows: readonly ReplayRow[];
  /** Months that are not over or of which nothing is known are left out of every row. */
  readonly counted: readonly string[];
  /** Demand of these months was never measured: ways that need it are told without it. */
  readonly demandMissing: readonly string[];
  readonly advice: Text | null;
}
