import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '#web/api.ts';
import { ASIDE_SOURCE, type Provenance } from '#feature/meters/reading/contract.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import { formatFull } from '#domain/figure/number.ts';
import type { ReadingPage } from '#feature/meters/subject/contract.ts';
import { secondAt, timeAt } from '#domain/time/text.ts';
import styles from './OriginPanel.module.css';
import { Pages } from './Pages.tsx';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

const PAGE = 12;

/** What was received: the stated energies of the bucket, else its readings, with their instants and sources. */
export function OriginReadings({ provenance }: { provenance: Provenance }) {
  const stated = provenance.parts.some((part) => part.kind === 'interval');
  return stated ? <Stated provenance={provenance} /> : <Received provenance={provenance} />;
}

function Stated({ provenance }: { provenance: Provenance }) {
  const t = useProvenanceTexts();
  const rows = provenance.parts.flatMap((part) =>
    part.kind === 'interval' && part.interval ? [{ ...part.interval, source: part.source }] : [],
  );
  const names = new Map(provenance.sources.map((source) => [source.id, source.name]));
  return (
    <ProvenanceStep title={t('readings')} aside={t('stated')}>
      <Table
        look="small"
        className={styles.rows}
        testId="origin-readings"
        columns={[
          {
            key: 'time',
            title: t('time'),
            render: ({ from, to }) =>
              `${timeAt(provenance.zone, from).slice(5)}–${timeAt(provenance.zone, to).slice(11)}`,
          },
          {
            key: 'value',
            title: provenance.unit,
            end: true,
            className: styles.number,
            render: ({ value }) => formatFull(Number(value)),
          },
          {
            key: 'source',
            title: t('source'),
            render: ({ source }) => (source === 0 ? t('device') : names.get(source)),
          },
        ]}
        rows={rows}
        keyOf={({ from, source }) => `${from} ${source}`}
      />
    </ProvenanceStep>
  );
}

function Received({ provenance }: { provenance: Provenance }) {
  const t = useProvenanceTexts();
  const [page, setPage] = useState(1);
  const { meterId, from, to, zone, unit } = provenance;
  const params = { dataAmmeterId: meterId, from, to, pageNo: page, pageSize: PAGE };
  const { data, error, refetch } = useQuery({
    queryKey: ['monitoring', 'overview', 'getReadings', params],
    queryFn: ({ signal }) =>
      get<ReadingPage>('monitoring/overview/getReadings', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  const columns: TableColumn<ReadingPage['list'][number]>[] = [
    { key: 'time', title: t('time'), render: ({ ts }) => secondAt(zone, ts).slice(5) },
    {
      key: 'value',
      title: `${t('value')} ${unit}`,
      end: true,
      className: styles.number,
      render: ({ values: { PP, PZ } }) =>
        `${formatFull(PP)}${PZ === undefined ? '' : ` • ${formatFull(PZ)} kW`}`,
    },
    {
      key: 'source',
      title: t('source'),
      render: ({ source, sourceName, counts }) => {
        const own = source === 0 ? t('device') : source === ASIDE_SOURCE ? t('deviceAhead') : sourceName;
        return `${own ?? ''}${counts ? '' : ` (${t('notCounted')})`}`;
      },
    },
  ];
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={120} />;
  const { list, pagination } = data;
  return (
    <ProvenanceStep title={t('readings')} aside={String(pagination.total)}>
      {list.length === 0 ? (
        <p className={styles.note}>{t('readingsNone')}</p>
      ) : (
        <Table
          look="small"
          className={styles.rows}
          testId="origin-readings"
          columns={columns}
          rows={list}
          keyOf={({ ts, source }) => `${ts} ${source}`}
        />
      )}
      <Pages page={page} pageSize={PAGE} total={pagination.total} onPage={setPage} />
    </ProvenanceStep>
  );
}
