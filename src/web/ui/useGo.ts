import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Goal } from './GoLink.tsx';

/** Leads to a place as a `GoLink` does: the enterprise in view stays, all else of the address stays behind. */
export function useGo(): (goal: Goal) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ to, search }) =>
      void navigate({
        to,
        search: ((before: object) => ({
          ...('consumer' in before ? { consumer: before.consumer } : {}),
          ...search,
        })) as never,
      }),
    [navigate],
  );
}
