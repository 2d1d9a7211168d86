import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession, type Consumer } from './session.ts';

const STORED = 'meterhouse.consumer';

/** The enterprises that the person may choose. */
export function useConsumers(): readonly Consumer[] {
  return useSession().consumers;
}

/**
 * The enterprise in view: the address names it (`?consumer=1001`), else the last one in view in this tab, else the
 * last one chosen on this device, else the first. `null` where the person has none.
 */
export function useConsumer(): { consumer: Consumer | null; select: (orgId: number) => void } {
  const consumers = useConsumers();
  const search: { consumer?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = [search.consumer, sessionStorage.getItem(STORED), localStorage.getItem(STORED)].map(Number);
  const consumer =
    wanted.map((id) => consumers.find((one) => one.orgId === id)).find(Boolean) ?? consumers[0] ?? null;
  const select = useCallback(
    (orgId: number) => {
      localStorage.setItem(STORED, String(orgId));
      // The other filters of the address belong to the enterprise that is left.
      void navigate({ to: '.', search: { consumer: orgId } as never });
    },
    [navigate],
  );
  return { consumer, select };
}

/** Keeps the enterprise in view for links of this tab that name none. */
export const keepInView = (orgId: number): void => sessionStorage.setItem(STORED, String(orgId));
