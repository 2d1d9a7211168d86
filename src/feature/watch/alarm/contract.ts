import type { AlarmFigure } from '#contract/alarmFigure.ts';
import type { CompositionTree } from '#contract/composition.ts';

/** What became of one record of several that were to be changed. */
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
  /** What was done: confirm, state, comment, shelve, unshelve; raise where the judging raised it again. */
  readonly kind: string;
  readonly byName: string | null;
  /** State of process before and after; null where it was left as it was. */
  readonly fromProcess: string | null;
  readonly toProcess: string | null;
  readonly info: string | null;
  /** Until when it is shelved; null for everything else. */
  readonly until: Date | null;
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
  readonly ammeterName: string | null;
  readonly pointName: string | null;
  readonly raises: number;
}

/** A record as lists show it. Instants in ms since 1970; peak, limit and dead band in `unit`. */
export interface AlarmRow {
  readonly id: number;
  readonly recordName: string;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly siteName: string | null;
  /** Zone of the site, IANA, in which its instants are told. */
  readonly timeZone: string;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly gatewayId: number | null;
  readonly gatewayName: string | null;
  /** The signal point whose state a rule judges. */
  readonly signalPointId: number | null;
  readonly pointName: string | null;
  /** The rule; null = a record by hand, of another system or of what the platform watches. */
  readonly alarmId: number | null;
  /** What the platform watches: gatewaySilent, gatewayClock, meterSilent, demandGuard; null = something else told of it. */
  readonly watchKind: string | null;
  readonly alarmType: string;
  /** 1 urgent, 2 important, 3 general, 4 notice. */
  readonly alarmLevel: string;
  /** 1 active, 0 recovered. */
  readonly alarmStatus: string;
  /** 0 untreated, 1 confirmed, 2 in work, 3 handled, 4 false or ignored, 5 closed. */
  readonly process: string;
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly raiseCount: number;
  /** It was raised three times within a minute: shelving is proposed. */
  readonly chatters: boolean;
  readonly peakValue: number | null;
  readonly limitValue: number | null;
  readonly deadBand: number | null;
  /** On which side of the limit the value is beyond it; null where no limit is broken. */
  readonly side: 'above' | 'below' | null;
  /** above, below, limitSet, silent, expression, compose, signal, operations; null = a record by hand. */
  readonly method: string | null;
  /** The figure of an hour or a day that is judged; null where none is. */
  readonly figure: AlarmFigure | null;
  /** The data code that is judged; null where none is. */
  readonly dataCode: string | null;
  readonly unit: string;
  /** Delays of the rule's version, s. */
  readonly onDelay: number | null;
  readonly offDelay: number | null;
  /** Number of the rule's version that judged it. */
  readonly version: number | null;
  readonly origin: string;
  readonly revision: string | null;
  readonly revisionInfo: string | null;
  readonly confirmInfo: string | null;
  readonly confirmedAt: number | null;
  readonly confirmedBy: string | null;
  readonly procInfo: string | null;
  /** Until when a person put it aside, and why; null where nobody did. */
  readonly shelvedUntil: number | null;
  readonly shelvedFor: string | null;
}

/** A record in a tree of causes, or a gateway whose own silence is not recorded yet. Instants in ms. */
export interface AlarmLink {
  /** The record; null = the gateway alone. */
  readonly id: number | null;
  readonly gatewayId: number | null;
  readonly name: string;
  /** 1 urgent … 4 notice; null where there is no record. */
  readonly alarmLevel: string | null;
  /** 1 active, 0 recovered; null where there is no record. */
  readonly alarmStatus: string | null;
  readonly raisedAt: number | null;
}

/** What a record follows from, what follows from it, and who is notified next. */
export interface AlarmTree {
  /** The nearest cause first; empty = it follows from nothing. */
  readonly causes: readonly AlarmLink[];
  /** What follows from it, those that stand first; a page. */
  readonly list: readonly AlarmLink[];
  readonly pagination: { readonly current: number; readonly pageSize: number; readonly total: number };
  /** Those of them that stand. */
  readonly standing: number;
  /** The next group that is told while nobody confirms; null = none. */
  readonly next: {
    /** ms */
    readonly at: number;
    readonly groupName: string;
    readonly people: readonly string[];
    readonly more: number;
  } | null;
}

/**
 * Why a rule over several values was raised, by the readings that count now: its expression or composition, the values that it
 * asks for at the instant of the raise, and which parts of a composition held then (null = not known).
 */
export interface AlarmReason {
  readonly expression: string | null;
  readonly composition: CompositionTree | null;
  readonly values: readonly {
    readonly code: string;
    readonly ammeterId: number;
    /** Of a value of another meter than the record's; null of its own, and where the caller does not see the other. */
    readonly ammeterName: string | null;
    readonly name: string;
    readonly unit: string;
    readonly value: number | null;
  }[];
  readonly parts: readonly {
    readonly alarmId: number;
    /** The meter that the part names; null = the one of the record. */
    readonly ammeterId: number | null;
    readonly ammeterName: string | null;
    readonly name: string;
    readonly truth: boolean | null;
    /** The figure or the positions by which it was judged, in words; null where values of the meter decided. */
    readonly said: string | null;
  }[];
}

/** Open records of a level, and of them those that nobody has confirmed and nobody has shelved. */
export interface LevelCount {
  readonly level: string;
  readonly open: number;
  readonly unconfirmed: number;
}

/** A site with its open records by level. */
export interface SiteCount {
  /** Null = records that name no site. */
  readonly siteId: number | null;
  readonly siteName: string | null;
  readonly levels: readonly LevelCount[];
}

/**
 * What is open at an instant: active, or recovered and not confirmed. Shelved records count as open, but nobody is
 * waited for.
 */
export interface OpenAlarms {
  /** When this was so, ms. */
  readonly now: number;
  readonly list: readonly AlarmRow[];
  readonly pagination: { readonly current: number; readonly pageSize: number; readonly total: number };
  readonly levels: readonly LevelCount[];
  readonly sites: readonly SiteCount[];
  readonly shelved: number;
  /** Records that are active for longer than a day, and when the oldest of them was raised, ms. */
  readonly standing: number;
  readonly oldestAt: number | null;
  /** Raises in each of the last twelve spans of ten minutes, the oldest first; the last ends now. */
  readonly raises: readonly number[];
}

/** An alarm that is put aside: of a rule on a meter, or of a kind and object that the platform watches. */
export interface AlarmShelf {
  readonly alarmId: number | null;
  readonly ammeterId: number | null;
  readonly watchKind: string | null;
  /** The gateway, meter or demand limit that is watched; null = a rule. */
  readonly objectId: number | null;
  readonly signalPointId: number | null;
  readonly pointName: string | null;
  readonly alarmName: string;
  readonly ammeterName: string | null;
  readonly from: Date;
  readonly until: Date;
  readonly reason: string;
  readonly byName: string | null;
}

/** The hours or days around an alarm on a figure, as they are known now. */
export interface AlarmBuckets {
  readonly level: 'hour' | 'day';
  readonly buckets: readonly {
    /** ms */
    readonly start: number;
    readonly end: number;
    /** In the unit of the record; null where too little of the bucket is known, or it is not over. */
    readonly value: number | null;
    /** Share of the bucket that is known, 0 to 1. */
    readonly covered: number;
    /** What it did beside others of its kind, for each unit of rating; null where nothing is compared, or it cannot be told. */
    readonly peer: { readonly own: number; readonly middle: number; readonly others: number } | null;
  }[];
}

/** Figures of alarm management over a range. Shares are 0 to 1; null where nothing was raised. */
export interface AlarmRatesWire {
  /** The range, ms. */
  readonly from: number;
  readonly to: number;
  readonly raises: number;
  /** Raises in ten minutes: the mean, and the most in any ten minutes. */
  readonly meanPerTenMinutes: number;
  readonly peakPerTenMinutes: number;
  /** Share of the time that lies in floods. */
  readonly floodShare: number;
  /** Records that stand for longer than a day at the end; the oldest of them. */
  readonly standing: number;
  readonly standingFirst: readonly AlarmRow[];
  /** Records that were raised three times or more within a minute. */
  readonly chattering: number;
  readonly chatteringFirst: readonly AlarmRow[];
  /** Share of the raises that the ten rules with most raises make. */
  readonly topTenShare: number | null;
  /** Share of the raises by level; the target is about 5 % urgent, 15 % important, 80 % below. */
  readonly byLevel: readonly { readonly level: number; readonly share: number }[];
  /** Median time from the first raise to the confirmation, ms; records that were found late are left out. */
  readonly toConfirmMs: number | null;
}

/** Raises of a day and of its month up to that day. */
export interface DayAndMonth {
  /** The day, on the clock of the site that was asked for. */
  readonly date: string;
  readonly day: number;
  readonly month: number;
}

/** A site with how many of its records stand or wait, and how many nobody treated. */
export interface AlarmOfSite {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly open: number;
  readonly untreated: number;
}
