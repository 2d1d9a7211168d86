import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from './EmptyState.tsx';
import { Panel } from './Panel.tsx';

/** In place of a page of an enterprise: there is none that the person may look at. */
export function NoConsumer() {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  return (
    <Panel>
      <EmptyState why={t('noConsumer')} next={t('noConsumerNext')} height={320} />
    </Panel>
  );
}
