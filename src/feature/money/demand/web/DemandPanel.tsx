import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { get } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { two } from '#domain/time/clock.ts';
import type { DemandMonth, DemandWire, SettlementDemand } from '../contract.ts';
import styles from './DemandPanel.module.css';
import { windowText } from './windowText.ts';

export interface DemandPanelProps {
  readonly orgId?: number | null;
  readonly dataAmmeterId?: number | null;
  readonly dataType?: string | null;
  /** The last day; default today. */
  readonly to?: string | null;
  /** A figure that leads to where it comes from: the quarter of an hour in which its window ends. */
  readonly opens: (demand: DemandWire, label: string, text: string) => ReactNode;
}

/** The maximum demand of the last settlement months, with the window in which it occurred. */
export function DemandPanel({ opens, ...subject }: DemandPanelProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const { data, error, refetch } = useQuery({
    queryKey: ['demand', 'settlement', subject],
    queryFn: ({ signal }) =>
      get<SettlementDemand>('demand/settlement/getlist', { ...subject }, { quiet: true, signal }),
  });
  if (error)
    return (
      <Panel title={t('title')}>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
      </Panel>
    );
  if (!data)
    return (
      <Panel title={t('title')}>
        <LoadingState height={120} />
      </Panel>
    );
  const known = data.list.filter((one) => one.maximum !== null || one.flags.length > 0);
  const [newest] = data.list;
  const method =
    data.slip === null && data.meters > 1
      ? t('summed', { n: data.meters })
      : data.slip === null || data.slip === 15
        ? t('block')
        : t('sliding', { slip: data.slip });
  const how = newest?.account ? t('agreed', { how: method, account: newest.account }) : method;
  return (
    <Panel
      title={t('title')}
      unit={data.unit}
      flush
      extra={
        <span className={styles.aside}>
          {t('settled', { day: data.settlementDay, hour: two(data.settlementHour) })}
          {' • '}
          {how}
        </span>
      }
    >
      {known.length === 0 ? (
        <EmptyState why={t('none')} height={120} />
      ) : (
        <Months data={data} known={known} opens={opens} />
      )}
    </Panel>
  );
}

function Months({
  data,
  known,
  opens,
}: Pick<DemandPanelProps, 'opens'> & {
  readonly data: SettlementDemand;
  readonly known: readonly DemandMonth[];
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const slides = known.some((one) => one.method === 'sliding' && one.maximum?.to !== one.block?.to);
  return (
    <ScrollArea className={styles.scroll} label={t('title')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col" className={styles.number}>
              {t('maximum')}
            </th>
            <th scope="col">{t('window')}</th>
            {slides && (
              <th scope="col" className={styles.number}>
                {t('blockMaximum')}
              </th>
            )}
            <th scope="col">{t('coverage')}</th>
          </tr>
        </thead>
        <tbody>
          {known.map((one) => (
            <tr key={one.month}>
              <th scope="row" className={styles.month}>
                {one.month} {one.unfinished && <small>{t('soFar')}</small>}
              </th>
              <td className={styles.number}>
                {one.maximum === null ? (
                  <Missing />
                ) : (
                  <>
                    {one.atLeast && <small className={styles.second}>{t('atLeast')} </small>}
                    {opens(
                      one.maximum,
                      t('openOrigin', { month: one.month, value: formatNumber(one.maximum.value) }),
                      formatNumber(one.maximum.value),
                    )}
                  </>
                )}
              </td>
              <td>
                {one.maximum === null ? (
                  <span className={styles.second}>{t('none')}</span>
                ) : one.maximum.proven ? (
                  <span
                    title={
                      one.measured
                        ? t('onlyMeasured', {
                            value: formatNumber(one.measured.value),
                            window: windowText(data.timeZone, one.measured),
                          })
                        : t('none')
                    }
                  >
                    {t('proven', { window: windowText(data.timeZone, one.maximum) })}
                  </span>
                ) : (
                  windowText(data.timeZone, one.maximum)
                )}
              </td>
              {slides && (
                <td className={`${styles.number} ${styles.second}`}>
                  {one.block === null ? (
                    <Missing />
                  ) : (
                    <span title={windowText(data.timeZone, one.block)}>{formatNumber(one.block.value)}</span>
                  )}
                </td>
              )}
              <td className={styles.second}>
                {one.coverage === null ? (
                  <Missing />
                ) : one.partial ? (
                  <span title={t('partial')}>
                    <CoverageMark coverage={Math.min(one.coverage, 99) / 100} />
                  </span>
                ) : (
                  '100%'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
