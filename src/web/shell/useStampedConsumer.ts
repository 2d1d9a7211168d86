import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepInView, useConsumer, useConsumers } from '#web/session/consumer.ts';

/** Writes the enterprise in view into the address where there is a choice, so that a copied address shows the same. */
export function useStampedConsumer(): void {
  const several = useConsumers().length > 1;
  const orgId = useConsumer().consumer?.orgId;
  const search: { consumer?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const missing = several && orgId !== undefined && Number(search.consumer) !== orgId;
  useEffect(() => {
    if (orgId !== undefined) keepInView(orgId);
    if (!missing) return;
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, consumer: orgId })) as never,
      replace: true,
      resetScroll: false,
    });
  }, [missing, orgId, navigate]);
}
