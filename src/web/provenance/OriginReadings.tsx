import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '#web/api.ts';
import { ASIDE_SOURCE, type Provenance } from '#feature/meters/reading/contract.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
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
      <table className={styles.rows} data-testid="origin-readings">
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col" className={styles.number}>
              {provenance.unit}
            </th>
            <th scope="col">{t('source')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.from} ${row.source}`}>
              <td>{`${timeAt(provenance.zone, row.from).slice(5)}–${timeAt(provenance.zone, row.to).slice(11)}`}</td>
              <td className={styles.number}>{formatFull(Number(row.value))}</td>
              <td>{row.source === 0 ? t('device') : names.get(row.source)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={120} />;
  const { list, pagination } = data;
  return (
    <ProvenanceStep title={t('readings')} aside={String(pagination.total)}>
      {list.length === 0 ? (
        <p className={styles.note}>{t('readingsNone')}</p>
      ) : (
        <table className={styles.rows} data-testid="origin-readings">
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col" className={styles.number}>
                {t('value')} {unit}
              </th>
              <th scope="col">{t('source')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((row) => (
              <tr key={`${row.ts} ${row.source}`}>
                <td>{secondAt(zone, row.ts).slice(5)}</td>
                <td className={styles.number}>
                  {formatFull(row.values['PP'])}
                  {row.values['PZ'] === undefined ? '' : ` • ${formatFull(row.values['PZ'])} kW`}
                </td>
                <td>
                  {row.source === 0
                    ? t('device')
                    : row.source === ASIDE_SOURCE
                      ? t('deviceAhead')
                      : row.sourceName}
                  {!row.counts && ` (${t('notCounted')})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pages page={page} pageSize={PAGE} total={pagination.total} onPage={setPage} />
    </ProvenanceStep>
  );
}
