import type { EventLevel, EventType, RunType } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import { recipientsOf } from '#contract/recipient.ts';

/** An alarm that was raised, as linkages see it. */
export interface Raised {
  readonly recordId: number;
  /** Which raise of the record it is: 1, 2, … */
  readonly count: number;
  readonly consumerId: number;
  /** Null = the whole enterprise. */
  readonly siteId: number | null;
  readonly level: EventLevel;
  /** Kind and id of the rule or event that raised it. */
  readonly eventType: Exclude<EventType, '0'>;
  readonly eventId: number;
  /** What the alarm is called. */
  readonly name: string;
  /** The sentence that a message says. */
  readonly text: Text;
  /** Data time, ms. */
  readonly raisedAt: number;
}

/** A linkage that is switched on; the fields are those of the resources `linkageConfig`, `alarmLinkageControl`, `alertGroup`. */
export interface Linkage {
  readonly id: number;
  readonly source: 'config' | 'control' | 'group';
  readonly name: string;
  /** What it is called in English; null where it has no such name. */
  readonly nameEn: string | null;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly eventType: EventType;
  readonly eventId: number | null;
  readonly levels: readonly string[] | null;
  readonly linkageType: RunType;
  /** Seconds. */
  readonly delay: number;
  readonly unconfirmedOnly: boolean;
  readonly phones: string | null;
  readonly emails: string | null;
  readonly hookUrl: string | null;
  readonly cameraItemId: number | null;
  readonly controlItemId: number | null;
  readonly controlValue: string | null;
  /** Rules whose alarms it is about; null or empty = all. */
  readonly alarmIds: readonly number[] | null;
}

/** A run that is to come. */
export interface PlannedRun {
  readonly raised: Raised;
  readonly linkage: Linkage;
  readonly recipient: string;
  /** ms */
  readonly dueAt: number;
}

/** Whether a linkage is about an alarm. */
export function concerns(linkage: Linkage, raised: Raised): boolean {
  const { consumerId, siteId, eventType, eventId, levels, alarmIds } = linkage;
  if (consumerId !== raised.consumerId) return false;
  if (siteId !== null && siteId !== raised.siteId) return false;
  if (levels !== null && levels.length > 0 && !levels.includes(raised.level)) return false;
  if (
    alarmIds !== null &&
    alarmIds.length > 0 &&
    (raised.eventType !== '1' || !alarmIds.includes(raised.eventId))
  )
    return false;
  if (eventType === '0') return true;
  return eventType === raised.eventType && (eventId === null || eventId === raised.eventId);
}

/** To whom or what a linkage goes, one run each. */
function recipientsFor({ linkageType, ...linkage }: Linkage): readonly string[] {
  switch (linkageType) {
    case '1':
      return recipientsOf(linkage.phones).map((one) => one.replace(/[\s-]/g, ''));
    case '2':
      return recipientsOf(linkage.emails);
    case '3':
      return [`camera ${linkage.cameraItemId}`];
    case '4':
      return [`control ${linkage.controlItemId}`];
    case '5':
      return ['work order'];
    case '6':
      return linkage.hookUrl === null ? [] : [linkage.hookUrl];
    case '7':
      return [linkage.name];
  }
}

/** The runs that alarms set in motion; a delay counts from the data time, and nothing is due before now. @param now ms */
export const plannedRuns = (
  raised: readonly Raised[],
  linkages: readonly Linkage[],
  now: number,
): PlannedRun[] =>
  raised.flatMap((one) =>
    linkages
      .filter((linkage) => concerns(linkage, one))
      .flatMap((linkage) =>
        recipientsFor(linkage).map((recipient) => ({
          raised: one,
          linkage,
          recipient,
          dueAt: linkage.delay === 0 ? now : Math.max(now, one.raisedAt + linkage.delay * 1000),
        })),
      ),
  );

/**
 * Whether an hour lies in quiet hours, which may span midnight; the same beginning and end = none.
 * @param hour 0 … 23 on the wall clock of the site
 */
export function isQuiet(hour: number, begin: number | null, end: number | null): boolean {
  if (begin === null || end === null || begin === end) return false;
  return begin < end ? hour >= begin && hour < end : hour >= begin || hour < end;
}

/**
 * When quiet hours end that hold now.
 * @param local the wall clock of the site at `now`
 * @param now ms
 * @param end hour 0 … 23
 */
export const quietUntil = (
  local: { readonly hour: number; readonly minute: number; readonly second: number },
  now: number,
  end: number,
): number => {
  const hours = (end - local.hour + 24) % 24 || 24;
  return now - (now % 1000) + ((hours * 60 - local.minute) * 60 - local.second) * 1000;
};
