import { createContext, useContext } from 'react';
import { useSession } from './session.ts';

const DEVICE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of an enterprise's days; where none is meant, that of this device. */
export function useZone(consumerId: number | null): string {
  return useSession().consumers.find((one) => one.orgId === consumerId)?.timeZone ?? DEVICE;
}

const Shown = createContext(DEVICE);

/** The instants below are told in this zone. */
export const ShownZone = Shown.Provider;

/** The zone in which instants are told here. */
export const useShownZone = (): string => useContext(Shown);
