import type { PageKind } from '#contract/objectPage.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { ContactState } from '#feature/meters/communication/contract.ts';
import type { Notice } from '#feature/meters/dataState/contract.ts';
import type { NamedMeter } from '#feature/meters/subject/contract.ts';

/** A node over something, or beside the place that it has in the tree. */
export interface Place {
  readonly kind: Exclude<PageKind, 'meter'>;
  readonly orgId: number;
  readonly name: string;
}

/** The device that is mounted now, by the ledger. */
export interface MountedDevice {
  /** Null or empty = not known. */
  readonly serial: string | null;
  /** CT × PT; '1' where it shows primary values. */
  readonly ratio: string;
  /** Correction by verification; '1' without. */
  readonly correctionFactor: string;
  /** Since when this holds, ms; null = always was so. */
  readonly since: number | null;
}

/** How exact a meter is: as its record says, else what GB 17167 asks of its kind. */
export interface Accuracy {
  /** As people wrote it (`0.5S`); null where no record says it. */
  readonly written: string | null;
  /** Limit of error in percent. */
  readonly limit: number;
}

/** The next verification of the archive meter that belongs to it. */
export interface NextVerification {
  readonly gaugeId: number;
  /** `YYYY-MM-DD`; null where none is planned. */
  readonly day: string | null;
  /** Days until then; negative where it is overdue. */
  readonly days: number | null;
}

/** What is known of today, in the unit of the energy. */
export interface TodaySoFar {
  readonly energy: number | null;
  /** Floored percent; null where no time has passed. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  /** What is odd, the gravest first. */
  readonly notices: readonly Notice[];
}

interface Head {
  readonly name: string;
  /** Its name in the other language, where people keep it in the remark (decision 132). */
  readonly otherName: string | null;
  readonly code: string;
  readonly consumerId: number;
  /** From the enterprise down to the nearest node over it. */
  readonly places: readonly Place[];
  readonly timeZone: string;
  /** The server's clock, ms. */
  readonly now: number;
}

/** Head of the page of a meter. */
export interface MeterHead extends Head {
  readonly ammeterId: number;
  readonly siteId: number;
  readonly deviceType: string;
  /** Null for what measures nothing. */
  readonly dataType: string | null;
  readonly unit: string;
  /** The sum of others. */
  readonly virtual: boolean;
  readonly inUse: boolean;
  /** Other units and monitored objects that it belongs to. */
  readonly alsoIn: readonly Place[];
  /** Meters over it, the highest first. */
  readonly above: readonly NamedMeter[];
  /** Of a virtual meter what it is the sum of, else the meters right below it. */
  readonly below: readonly NamedMeter[];
  /** kW; null where nobody entered it. */
  readonly ratedPower: number | null;
  readonly intervalSeconds: number;
  /** Null for a virtual meter. */
  readonly device: MountedDevice | null;
  /** Null for what measures nothing. */
  readonly accuracy: Accuracy | null;
  /** Null where the archive has no such meter, or the account may not see it. */
  readonly verification: NextVerification | null;
  readonly contact: ContactState;
  /** Newest value that counts, ms. */
  readonly lastAt: number | null;
  /** What it told then: active power in kW, and the register of its energy, as received. */
  readonly power: number | null;
  readonly register: number | null;
  /** Null for what measures nothing. */
  readonly today: TodaySoFar | null;
}

/** Head of the page of an enterprise, site, unit or monitored object. */
export interface ObjectHead extends Head {
  readonly kind: Exclude<PageKind, 'meter'>;
  readonly orgId: number;
  /** The site whose contacts are its own; null where it is above sites. */
  readonly siteId: number | null;
  /** Energy types of which it has figures, in the specification's order. */
  readonly dataTypes: readonly string[];
  readonly meterCount: number;
  /**
   * Of a monitored object its meters, as figures are told of each: it stands for no sum. Empty for the others, whose
   * figures are their own.
   */
  readonly choices: readonly (NamedMeter & { readonly dataType: string })[];
  /** Today of an energy; null for a monitored object, and where it has none. */
  readonly today: TodaySoFar | null;
}

/** A meter in the list of an object's page. */
export interface ObjectMeter {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  readonly dataType: string | null;
  readonly virtual: boolean;
  readonly inUse: boolean;
  readonly timeZone: string;
  readonly contact: ContactState;
  readonly lastAt: number | null;
}
