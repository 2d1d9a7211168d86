import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { get } from '#web/api.ts';
import { useSession, type Consumer } from './session.ts';

const STORED = 'meterhouse.consumer';

/** A node of `archive/consumer/getConsumerAndGroup`: groups with enterprises as leaves. */
export interface ConsumerNode extends Consumer {
  readonly kind?: string;
  readonly children?: readonly ConsumerNode[] | null;
}

/** The enterprises in a tree of groups. */
export function consumersIn(nodes: readonly ConsumerNode[]): Consumer[] {
  return nodes.flatMap((node) => [
    ...(node.kind === 'group' || (node.kind === undefined && node.children?.length) ? [] : [node]),
    ...consumersIn(node.children ?? []),
  ]);
}

/** The enterprises that the person may choose; an operator's come from the tree of groups. */
export function useConsumers(): readonly Consumer[] {
  const { user, consumers } = useSession();
  const tree = useQuery({
    queryKey: ['archive', 'consumer', 'getConsumerAndGroup'],
    queryFn: () => get<ConsumerNode[]>('archive/consumer/getConsumerAndGroup'),
    enabled: user.accountType === '1' && consumers.length === 0,
    staleTime: 300_000,
  });
  return consumers.length ? consumers : consumersIn(tree.data ?? []);
}

/**
 * The enterprise in view: the address names it (`?consumer=1001`), else the last one chosen on this device, else
 * the first. `null` while none is known.
 */
export function useConsumer(): { consumer: Consumer | null; select: (orgId: number) => void } {
  const consumers = useConsumers();
  const search: { consumer?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = [Number(search.consumer), Number(localStorage.getItem(STORED))];
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
