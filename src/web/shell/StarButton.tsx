import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined';
import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { MOST_STARRED, starredStore, toggled } from './places.ts';
import type { PageTitle } from './usePageTitle.ts';

/** Stars the page in view with what its address says, or takes the star away. */
export function StarButton({ title, own }: Pick<PageTitle, 'title' | 'own'>) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const address = useRouterState({ select: (state) => state.location.href });
  const starred = useSyncExternalStore(starredStore.subscribe, starredStore.get);
  const on = starred.some((one) => one.address === address);
  const full = !on && starred.length >= MOST_STARRED;
  const says = full ? t('starsFull', { n: MOST_STARRED }) : t(on ? 'unstar' : 'star');
  return (
    <Button
      kind="icon"
      aria-label={t('star')}
      aria-pressed={on}
      title={says}
      disabled={full}
      onClick={() => starredStore.set(toggled(starred, { address, title, own }))}
    >
      <Icon icon={on ? StarFilled : StarOutlined} size={14} />
    </Button>
  );
}
