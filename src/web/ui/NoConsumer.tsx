import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** In place of a home: the person has no enterprise. */
export function NoConsumer() {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  return (
    <Panel>
      <EmptyState why={t('noConsumer')} next={t('noConsumerNext')} height={320}>
        <Link to="/SDNOperationAdmin/SDNCustomerAdmin">{t('noConsumerLink')}</Link>
      </EmptyState>
    </Panel>
  );
}
