import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_EVENTS } from '#contract/signIn.ts';
import type { OwnEvent } from '#contract/signIn.ts';
import { get } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { deviceTime } from '#web/session/zone.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { browserName } from './browserName.ts';
import styles from './Security.module.css';

/** What happened to the ways into the account, the newest first. */
export function EventList() {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const say = useText();
  const list = useQuery({
    queryKey: ['sys', 'session', 'getEvents'],
    queryFn: () => get<OwnEvent[]>('sys/session/getEvents', {}, { quiet: true }),
    staleTime: 0,
  });
  const columns: readonly TableColumn<OwnEvent>[] = [
    { key: 'kind', title: t('event'), render: (one) => say(ACCOUNT_EVENTS[one.kind]) },
    { key: 'at', title: t('at'), render: (one) => deviceTime(one.at) },
    { key: 'by', title: t('by'), render: (one) => one.byName ?? t('self') },
    { key: 'ip', title: t('address'), render: (one) => one.ip ?? MISSING },
    {
      key: 'browser',
      title: t('browser'),
      render: (one) => (one.browser ? browserName(one.browser) : MISSING),
    },
  ];
  return (
    <Panel title={t('events')} flush>
      <ListTable<OwnEvent>
        label={t('events')}
        columns={columns}
        rows={list.data}
        keyOf={(one) => one.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        total={list.data?.length ?? null}
        page={null}
        onPage={() => undefined}
        empty={<p className={styles.empty}>{t('noEvent')}</p>}
      />
    </Panel>
  );
}
