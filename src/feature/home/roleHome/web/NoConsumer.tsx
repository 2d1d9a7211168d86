import { Link } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useHomeTexts } from './useHomeTexts.ts';

/** In place of a home: the person has no enterprise. */
export function NoConsumer() {
  const t = useHomeTexts();
  return (
    <Panel>
      <EmptyState why={t('noConsumer')} next={t('noConsumerNext')} height={320}>
        <Link to="/SDNOperationAdmin/SDNCustomerAdmin">{t('noConsumerLink')}</Link>
      </EmptyState>
    </Panel>
  );
}
