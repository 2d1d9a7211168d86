import { createContext, useContext } from 'react';
import { dateAt, type Instant, secondAt, timeAt } from '#domain/time/text.ts';
import { useSession } from './session.ts';

const DEVICE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of an enterprise's days; where none is meant, that of this device. */
export function useZone(consumerId: number | null): string {
  return useSession().consumers.find((one) => one.orgId === consumerId)?.timeZone ?? DEVICE;
}

/** `YYYY-MM-DD HH:mm` on the clock of this device. */
export const deviceTime = (at: Instant): string => timeAt(DEVICE, at);
/** `YYYY-MM-DD` on the calendar of this device. */
export const deviceDate = (at: Instant): string => dateAt(DEVICE, at);
/** `YYYY-MM-DD HH:mm:ss` on the clock of this device. */
export const deviceSecond = (at: Instant): string => secondAt(DEVICE, at);

const Shown = createContext(DEVICE);

/** The instants below are told in this zone. */
export const ShownZone = Shown.Provider;

/** The zone in which instants are told here. */
export const useShownZone = (): string => useContext(Shown);
