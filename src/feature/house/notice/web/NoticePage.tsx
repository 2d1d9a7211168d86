import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { NoticeWire } from '../contract.ts';
import { countQuery, LEVEL_STATUS, noticesQuery, readNotices, useNoticeAddress } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './NoticePage.module.css';

const STATES = ['open', 'ended', 'all'] as const;
type State = (typeof STATES)[number];

function readAddress(raw: RawAddress): { state: State; page: number; size: number } {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    state: STATES.find((one) => one === raw['state']) ?? 'open',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

/** Every notice of the enterprises that the person may see. */
export default function NoticePage() {
  const t = useTexts<typeof import('./texts.ts').texts>('notice');
  const [{ state, page, size }, change] = useAddress(readAddress);
  const addressOf = useNoticeAddress();
  const count = useQuery(countQuery);
  const answer = useQuery(noticesQuery({ state, current: page, pageSize: size }));
  const words = { open: t('lasting'), ended: t('ended'), all: t('every') };
  // What is open has no end yet.
  const ended: TableColumn<NoticeWire> = {
    key: 'ended',
    title: t('to'),
    render: (row) => (row.endedAt === null ? MISSING : timeAt(row.timeZone, row.endedAt)),
  };
  const readAll = (
    <Button disabled={count.data?.unread === 0} onClick={() => void readNotices().catch(() => {})}>
      {t('readAll')}
    </Button>
  );
  return (
    <div className={kit.stack}>
      <FilterBar actions={readAll}>
        <Segmented
          label={t('state')}
          value={state}
          options={STATES.map((value) => ({ value, text: words[value] }))}
          onChange={(next: State) => change({ state: next === 'open' ? undefined : next, page: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<NoticeWire>
          label={t('notices')}
          columns={[
            {
              key: 'text',
              title: t('text'),
              render: (row) => {
                const address = addressOf(row);
                return address === null ? (
                  <span className={styles.text}>{row.text}</span>
                ) : (
                  <a
                    href={address}
                    onClick={() => void readNotices([row.id]).catch(() => {})}
                    className={`${styles.text} ${row.read || row.endedAt !== null ? '' : styles.unread}`}
                  >
                    {row.text}
                  </a>
                );
              },
            },
            {
              key: 'kind',
              title: t('kind'),
              render: (row) => <StatusDot status={LEVEL_STATUS[row.level]} text={row.kindName} />,
            },
            { key: 'enterprise', title: t('enterprise'), render: (row) => row.consumerName },
            { key: 'since', title: t('from'), render: (row) => timeAt(row.timeZone, row.since) },
            ...(state === 'open' ? [] : [ended]),
          ]}
          {...answerOf(answer)}
          keyOf={(row) => row.id}
          page={{ current: page, size }}
          onPage={(current, next) => change({ page: current, size: next })}
          empty={<EmptyState why={state === 'open' ? t('none') : t('empty')} height={200} />}
        />
      </Panel>
    </div>
  );
}
