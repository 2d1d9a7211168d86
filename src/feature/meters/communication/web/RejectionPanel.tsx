import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { REJECTIONS } from '#feature/meters/ingest/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import type { GatewayRow, RejectionRow } from '../contract.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { rejectionsQuery } from './calls.ts';
import styles from './Communication.module.css';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** What of a gateway was not taken, and why. */
export function RejectionPanel({ gateway }: { readonly gateway: GatewayRow }) {
  const t = useCommunicationTexts();
  const say = useText();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const answer = useQuery(
    rejectionsQuery({ id: gateway.id, search, current: page.current, pageSize: page.size }),
  );
  return (
    <>
      <div className={styles.bar}>
        <SearchInput
          label={t('searchDevice')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage({ ...page, current: 1 });
          }}
        />
      </div>
      <ListTable<RejectionRow>
        label={t('rejections')}
        columns={[
          { key: 'device', title: t('device'), render: (row) => row.deviceName || MISSING },
          {
            key: 'key',
            title: t('dataKey'),
            render: (row) => <span className={styles.mono}>{row.dataKey || MISSING}</span>,
          },
          {
            key: 'reason',
            title: t('reason'),
            render: (row) =>
              Object.hasOwn(REJECTIONS, row.reason) ? say(REJECTIONS[row.reason]) : row.reason,
          },
          { key: 'n', title: t('times'), end: true, render: (row) => formatNumber(row.n, 0) },
          {
            key: 'sample',
            title: t('sample'),
            render: (row) => <span className={styles.mono}>{row.sample ?? MISSING}</span>,
          },
          {
            key: 'first',
            title: t('firstTime'),
            render: (row) => <Ago at={row.firstAt} zone={gateway.timeZone} now={answer.dataUpdatedAt} />,
          },
          {
            key: 'last',
            title: t('lastTime'),
            render: (row) => <Ago at={row.lastAt} zone={gateway.timeZone} now={answer.dataUpdatedAt} />,
          },
        ]}
        {...answerOf(answer)}
        keyOf={(row) => `${row.deviceName} ${row.dataKey} ${row.reason}`}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noRejection')} height={160} />}
      />
    </>
  );
}
