import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Page, PAGE_SIZE } from '#contract/envelope.ts';
import { MISSING } from '#domain/figure/number.ts';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useMay } from '#web/session/session.ts';
import { deviceTime } from '#web/session/zone.ts';
import { type Say, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { notify } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { SignOnEvent, SignOnLink } from '../contract.ts';
import styles from './SignOn.module.css';
import type { texts } from './texts.ts';

/** One list of the screen, page by page. */
function usePages<R>(verb: string) {
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const answer = useQuery({
    queryKey: ['singleSignOn', verb, page],
    queryFn: () =>
      get<Page<R>>(
        `sys/singleSignOn/${verb}`,
        { pageNo: page.current, pageSize: page.size },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  return { ...answerOf(answer), page, onPage: (current: number, size: number) => setPage({ current, size }) };
}

/** Sign-ins as they went, the newest first; refused ones with the reason. */
export function EventList() {
  const t = useTexts<typeof texts>('singleSignOn');
  return (
    <ListTable<SignOnEvent>
      label={t('events')}
      columns={eventColumns(t)}
      keyOf={(row) => row.id}
      empty={<EmptyState why={t('noEvents')} next={t('noEventsNext')} height={160} />}
      {...usePages<SignOnEvent>('getEvents')}
    />
  );
}

const eventColumns = (t: Say<typeof texts>): TableColumn<SignOnEvent>[] => [
  { key: 'at', title: t('at'), render: (row) => deviceTime(row.at) },
  {
    key: 'result',
    title: t('result'),
    render: (row) => (
      <>
        <StatusDot status={row.reason === null ? 'normal' : 'alarm'} text={row.reason ?? t('good')} />
        {row.detail && <small className={styles.small}>{row.detail}</small>}
      </>
    ),
  },
  { key: 'account', title: t('account'), render: (row) => row.userName ?? MISSING },
  { key: 'subject', title: t('subject'), render: (row) => row.subject ?? MISSING },
  { key: 'ip', title: t('ip'), render: (row) => row.ip ?? MISSING },
];

/** The accounts that belong to users of the provider. */
export function LinkList() {
  const t = useTexts<typeof texts>('singleSignOn');
  const mayCut = useMay('sys.singleSignOn.unlink');
  return (
    <ListTable<SignOnLink>
      label={t('links')}
      columns={linkColumns(t)}
      keyOf={(row) => row.id}
      empty={<EmptyState why={t('noLinks')} next={t('noLinksNext')} height={160} />}
      {...(mayCut ? { actionsOf: (row: SignOnLink) => <Cut row={row} /> } : {})}
      {...usePages<SignOnLink>('getLinks')}
    />
  );
}

const linkColumns = (t: Say<typeof texts>): TableColumn<SignOnLink>[] => [
  { key: 'account', title: t('account'), render: (row) => row.userName },
  { key: 'name', title: t('name'), render: (row) => row.name },
  { key: 'enterprise', title: t('enterprise'), render: (row) => row.consumerName ?? MISSING },
  { key: 'roles', title: t('roles'), render: (row) => row.roles.join(', ') || MISSING },
  {
    key: 'subject',
    title: t('subject'),
    render: (row) => <small className={styles.small}>{row.subject}</small>,
  },
  { key: 'origin', title: t('origin'), render: (row) => t(row.made ? 'made' : 'linkedBefore') },
  { key: 'lastAt', title: t('lastAt'), render: (row) => deviceTime(row.lastAt) },
];

function Cut({ row }: { readonly row: SignOnLink }) {
  const t = useTexts<typeof texts>('singleSignOn');
  const cut = async (): Promise<void> => {
    const title = t('unlinkTitle', { name: row.name });
    if (!(await confirm({ title, text: t('unlinkEffect'), okText: t('unlink'), danger: true }))) return;
    await post('sys/singleSignOn/unlink', { id: row.id });
    notify('success', t('unlinked'));
    await queryClient.invalidateQueries({ queryKey: ['singleSignOn'] });
  };
  return (
    <Button kind="link" onClick={() => void cut().catch(() => undefined)}>
      {t('unlink')}
    </Button>
  );
}
