import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FLAT } from '#feature/watch/diagram/contract.ts';
import { diagramsQuery, diagramTitle, Thumbnail } from '#feature/watch/diagram/web/public.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Slot } from '#web/ui/Slot.tsx';
import type { BlockProps } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';

/** A one-line diagram of the enterprise as it stands now; the picture leads to the viewer. */
export default function OneLineBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useQuery({ ...diagramsQuery(consumerId ?? 0, FLAT), enabled: consumerId !== null });
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Slot query={answer} title={t('oneLine')}>
      {(rows) => {
        const one = rows.find(({ id }) => id === chosen) ?? rows[0];
        if (!one)
          return (
            <Panel title={t('oneLine')}>
              <EmptyState why={t('noOneLine')} height={88} />
            </Panel>
          );
        const choice = (
          <select
            aria-label={t('oneLine')}
            value={one.id}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {rows.map((row) => (
              <option key={row.id} value={row.id}>
                {diagramTitle(row)}
              </option>
            ))}
          </select>
        );
        return (
          <Panel title={diagramTitle(one)} flush {...(rows.length > 1 ? { extra: choice } : {})}>
            <Suspense fallback={<LoadingState height={320} />}>
              <Thumbnail key={one.id} id={one.id} />
            </Suspense>
          </Panel>
        );
      }}
    </Slot>
  );
}
