import { dayOfDate } from '../time/date.ts';

/** What a version says of itself: whose it is, and from which date on it holds. */
export interface Dated {
  readonly planId: number;
  readonly validFrom: string;
}

/** The versions of a scheme that have begun on a day, the newest first. */
export const versionsOn = <V extends Dated>(versions: readonly V[], planId: number, day: number): V[] =>
  versions
    .filter((version) => version.planId === planId && dayOfDate(version.validFrom) <= day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1));

/**
 * What holds of a field on a day: what the newest version that states it says, else the scheme itself; null where
 * neither ever did. A blank in a version means as before, never nothing.
 */
export function statedOn<F extends string, T>(
  scheme: { readonly id: number } & Readonly<Record<F, T>>,
  versions: readonly (Dated & Readonly<Record<F, T>>)[],
  day: number,
  field: F,
): T {
  const stating = versionsOn(versions, scheme.id, day).find((version) => version[field] != null);
  return stating ? stating[field] : scheme[field];
}
