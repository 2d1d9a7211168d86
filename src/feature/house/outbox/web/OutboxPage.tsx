import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import type { Page } from '#contract/envelope.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { get, post, type Params } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useMay } from '#web/session/session.ts';
import { type Say, useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { notify } from '#web/ui/notice.ts';
import { MISSING } from '#domain/figure/number.ts';
import { deviceTime } from '#web/session/zone.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { CHANNELS, OUTBOX_STATES, PURPOSES } from '../contract.ts';
import type { OutboxRow, OutboxSetup, OutboxState } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Outbox.module.css';
import { TestDialog } from './TestDialog.tsx';
import type { texts } from './texts.ts';

const SHAPES = {
  waiting: 'warning',
  sending: 'warning',
  sent: 'normal',
  failed: 'alarm',
  notConfigured: 'noData',
  cancelled: 'offline',
} as const;
const AGAIN: readonly OutboxState[] = ['failed', 'notConfigured', 'cancelled'];
const STOPPABLE: readonly OutboxState[] = ['waiting', 'failed', 'notConfigured'];
const LOOK_MS = 5000;

function readPlace(raw: RawAddress) {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    channel: Object.keys(CHANNELS).find((one) => one === raw['channel']),
    state: Object.keys(OUTBOX_STATES).find((one) => one === raw['state']),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

const listQuery = (params: Params) =>
  queryOptions({
    queryKey: ['outbox', 'getList', params],
    queryFn: ({ signal }) => get<Page<OutboxRow>>('sys/outbox/getList', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });

const setupQuery = queryOptions({
  queryKey: ['outbox', 'getSetup'],
  queryFn: () => get<OutboxSetup>('sys/outbox/getSetup', {}, { quiet: true }),
});

/** What goes out by mail and short message: what waits, what was sent, what failed and why. */
export default function OutboxPage() {
  const t = useTexts<typeof texts>('outbox');
  const say = useText();
  const mayEdit = useMay('outbox.edit');
  const [{ channel, state, page, size }, change] = useAddress(readPlace);
  const [text, setText] = useState('');
  const [testing, setTesting] = useState(false);
  const search = useDeferredValue(text.trim());
  const list = useQuery(listQuery({ channel, state, search, pageNo: page, pageSize: size }));
  const setup = useQuery(setupQuery);
  const columns = columnsOf(t, say);
  const choices = (options: Readonly<Record<string, { zh: string; en: string }>>) => [
    { value: '', label: t('all') },
    ...Object.entries(options).map(([value, label]) => ({ value, label: say(label) })),
  ];
  return (
    <div className={kit.stack}>
      {setup.data?.mail === false && <p className={styles.warning}>{t('noMail')}</p>}
      {setup.data?.sms === false && <p className={styles.warning}>{t('noSms')}</p>}
      <FilterBar actions={mayEdit && <Button onClick={() => setTesting(true)}>{t('test')}</Button>}>
        <FilterField label={t('channel')}>
          <Select
            aria-label={t('channel')}
            style={{ width: 140 }}
            value={channel ?? ''}
            options={choices(CHANNELS)}
            onChange={(next: string) => change({ channel: next || undefined, page: undefined })}
          />
        </FilterField>
        <FilterField label={t('state')}>
          <Select
            aria-label={t('state')}
            style={{ width: 140 }}
            value={state ?? ''}
            options={choices(OUTBOX_STATES)}
            onChange={(next: string) => change({ state: next || undefined, page: undefined })}
          />
        </FilterField>
        <Input
          style={{ width: 200 }}
          allowClear
          maxLength={60}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            change({ page: undefined });
          }}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<OutboxRow>
          label={t('list')}
          columns={columns}
          rows={list.data?.list}
          keyOf={(row) => row.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          waiting={list.isPlaceholderData}
          total={list.data?.pagination.total ?? null}
          page={{ current: page, size }}
          onPage={(next, nextSize) => change({ page: next, size: nextSize })}
          empty={<EmptyState why={t('empty')} next={t('emptyNext')} height={240} />}
          {...(mayEdit ? { actionsOf: (row: OutboxRow) => <RowActions row={row} /> } : {})}
        />
      </Panel>
      {testing && <TestDialog onClose={() => setTesting(false)} />}
    </div>
  );
}

function columnsOf(t: Say<typeof texts>, say: ReturnType<typeof useText>): TableColumn<OutboxRow>[] {
  return [
    { key: 'recipient', title: t('recipient'), render: (row) => row.recipient },
    {
      key: 'state',
      title: t('state'),
      render: (row) => (
        <>
          <StatusDot status={SHAPES[row.state]} text={say(OUTBOX_STATES[row.state])} />
          {row.state === 'waiting' && row.tries > 0 && (
            <small className={styles.small}>{t('next', { at: deviceTime(row.dueAt) })}</small>
          )}
          {row.error && <small className={styles.small}>{row.error}</small>}
        </>
      ),
    },
    { key: 'channel', title: t('channel'), render: (row) => say(CHANNELS[row.channel]) },
    { key: 'purpose', title: t('purpose'), render: (row) => say(PURPOSES[row.purpose]) },
    {
      key: 'content',
      title: t('content'),
      render: (row) => (
        <span className={styles.content} title={row.body}>
          {row.subject && <strong>{row.subject}</strong>} {row.body}
          {row.attachments.length > 0 && <small className={styles.small}>{row.attachments.join(', ')}</small>}
        </span>
      ),
    },
    { key: 'enterprise', title: t('enterprise'), render: (row) => row.consumerName ?? MISSING },
    { key: 'tries', title: t('tries'), end: true, render: (row) => row.tries },
    { key: 'createdAt', title: t('createdAt'), render: (row) => deviceTime(row.createdAt) },
    { key: 'sentAt', title: t('sentAt'), render: (row) => (row.sentAt ? deviceTime(row.sentAt) : MISSING) },
  ];
}

function RowActions({ row }: { readonly row: OutboxRow }) {
  const t = useTexts<typeof texts>('outbox');
  const run = async (verb: 'resend' | 'cancel'): Promise<void> => {
    const done = await post(`sys/outbox/${verb}`, { id: row.id }).then(
      () => true,
      () => false,
    );
    if (done) notify('success', t('acted'));
    await queryClient.invalidateQueries({ queryKey: ['outbox'] });
  };
  const cancel = async (): Promise<void> => {
    const question = { title: t('cancelTitle'), text: t('cancelEffect', { to: row.recipient }) };
    if (await confirm({ ...question, okText: t('cancel'), danger: true })) await run('cancel');
  };
  return (
    <span className={styles.actions}>
      {AGAIN.includes(row.state) && (
        <Button kind="link" onClick={() => void run('resend')}>
          {t('resend')}
        </Button>
      )}
      {STOPPABLE.includes(row.state) && (
        <Button kind="link" onClick={() => void cancel()}>
          {t('cancel')}
        </Button>
      )}
    </span>
  );
}
