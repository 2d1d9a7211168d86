import { Navigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type BlockPlace, blocksFor, type Home, homeAt, plainPath } from '#contract/home.ts';
import { NoConsumer } from '#feature/home/roleHome/web/NoConsumer.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BLOCK_VIEWS } from './blocks.ts';
import kit from '#web/ui/kit.module.css';
import styles from './HomePage.module.css';
import { useHomeTexts } from './useHomeTexts.ts';

/** The home of a role: of its pieces those that the reader may see. */
export default function HomePage() {
  const t = useHomeTexts();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // While a page is being left the address is already that of the next one.
  const [home] = useState(() => homeAt(path));
  const { funCodes, home: begins, consumers } = useSession();
  const { consumer } = useConsumer();
  const blocks = home ? blocksFor(home, new Set(funCodes)) : [];
  if (!home || blocks.length === 0)
    return begins && plainPath(begins) !== plainPath(home?.url ?? null) ? (
      <Navigate to={begins as never} replace />
    ) : (
      <Panel>
        <EmptyState why={t('nothingMay')} next={t('nothingMayNext')} height={320} />
      </Panel>
    );
  if (home.everyone ? consumers.length === 0 : !consumer) return <NoConsumer />;
  return <Layout blocks={blocks} consumerId={home.everyone ? null : (consumer?.orgId ?? null)} />;
}

interface LayoutProps {
  readonly blocks: Home['blocks'];
  readonly consumerId: number | null;
}

function Layout({ blocks, consumerId }: LayoutProps) {
  const at = (place: BlockPlace) =>
    blocks.flatMap(([name, own]) => {
      if (own !== place || name === 'overview') return [];
      const View = BLOCK_VIEWS[name];
      return [
        <Suspense key={name} fallback={<Waiting />}>
          <View key={consumerId} consumerId={consumerId} />
        </Suspense>,
      ];
    });
  const [main, side] = [at('main'), at('side')];
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      {at('wide')}
      <div className={`${styles.columns} ${main.length === 0 || side.length === 0 ? styles.one : ''}`}>
        {main.length > 0 && <div className={kit.stack}>{main}</div>}
        {side.length > 0 && <div className={kit.stack}>{side}</div>}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <Panel>
      <LoadingState height={160} />
    </Panel>
  );
}
