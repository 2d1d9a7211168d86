import { Link, useRouterState } from '@tanstack/react-router';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';

/** An address that leads to no screen. */
export function NotFoundPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  usePageHead({ title: t('notFound') });
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div data-testid="not-found">
      <Panel>
        <EmptyState why={t('notFound')} next={t('notFoundNext', { path })} height={320}>
          <Link to="/">{t('toHome')}</Link>
        </EmptyState>
      </Panel>
    </div>
  );
}
