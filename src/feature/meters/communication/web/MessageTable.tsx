import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { REJECTIONS } from '#feature/meters/ingest/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Params } from '#web/api.ts';
import type { MessageRow } from '../contract.ts';
import { messagesQuery } from './calls.ts';
import styles from './Communication.module.css';
import { MessageDrawer } from './MessageDrawer.tsx';
import { secondText } from './secondText.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface MessageTableProps {
  readonly filter: Params;
  readonly zone: string;
  /** All of one gateway: its name is not repeated. */
  readonly ofGateway?: boolean;
}

/** Raw messages, the newest first; a press opens the payload. */
export function MessageTable({ filter, zone, ofGateway }: MessageTableProps) {
  const t = useCommunicationTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const [open, setOpen] = useState<number | null>(null);
  const answer = useQuery(messagesQuery({ ...filter, current: page.current, pageSize: page.size }));
  const reason = (code: string): string =>
    Object.hasOwn(REJECTIONS, code) ? say(REJECTIONS[code as keyof typeof REJECTIONS]) : code;
  const gateway: TableColumn<MessageRow>[] = ofGateway
    ? []
    : [{ key: 'gateway', title: t('gateway'), render: (row) => row.gatewayName }];
  const count = (key: 'bytes' | 'readings' | 'accepted'): TableColumn<MessageRow> => ({
    key,
    title: t(key),
    end: true,
    render: (row) => formatNumber(row[key], 0),
  });
  return (
    <>
      <ListTable<MessageRow>
        label={t('messages')}
        columns={[
          {
            key: 'at',
            title: t('receivedAt'),
            render: (row) => (
              <Button kind="link" onClick={() => setOpen(row.id)}>
                {secondText(zone, row.receivedAt)}
              </Button>
            ),
          },
          ...gateway,
          { key: 'door', title: t('door'), render: (row) => t(`door_${row.door}`) },
          {
            key: 'topic',
            title: t('topic'),
            render: (row) => <span className={styles.mono}>{row.topic ?? MISSING}</span>,
          },
          count('bytes'),
          count('readings'),
          count('accepted'),
          {
            key: 'rejected',
            title: t('rejected'),
            end: true,
            render: (row) =>
              row.rejected > 0 ? (
                <StatusDot status="warning" text={formatNumber(row.rejected, 0)} />
              ) : (
                formatNumber(row.rejected, 0)
              ),
          },
          {
            key: 'reason',
            title: t('reason'),
            render: (row) => (row.reason === null ? '' : reason(row.reason)),
          },
        ]}
        {...answerOf(answer)}
        keyOf={(row) => row.id}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noMessage')} next={t('noMessageNext')} height={200} />}
        foot={<span className={styles.quiet}>{t('messagesKept')}</span>}
      />
      {open !== null && <MessageDrawer id={open} zone={zone} onClose={() => setOpen(null)} />}
    </>
  );
}
