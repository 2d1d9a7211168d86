import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { FLAT } from '#feature/watch/diagram/contract.ts';
import { diagramsQuery, Thumbnail } from '#feature/watch/diagram/web/public.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { titleOf } from '#web/resource/target.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Slot } from '#web/ui/Slot.tsx';
import { goals } from '../goals.ts';
import type { BlockProps } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';

/** The first one-line diagram of the enterprise as it stands now. */
export default function OneLineBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useQuery({ ...diagramsQuery(consumerId ?? 0, FLAT), enabled: consumerId !== null });
  return (
    <Slot query={answer} title={t('oneLine')}>
      {([first]) =>
        first ? (
          <Panel
            title={titleOf(monitorDiagram, first)}
            flush
            extra={<GoLink goal={goals.oneLine()}>{t('allOfThem')}</GoLink>}
          >
            <Suspense fallback={<LoadingState height={320} />}>
              <Thumbnail id={first.id} />
            </Suspense>
          </Panel>
        ) : (
          <Panel title={t('oneLine')}>
            <EmptyState why={t('noOneLine')} height={88} />
          </Panel>
        )
      }
    </Slot>
  );
}
