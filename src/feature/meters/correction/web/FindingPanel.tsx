import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { spanText } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Finding, FindingPage } from '../contract.ts';
import { LOOK } from './look.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { Steps } from './Steps.tsx';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

export interface FindingPanelProps {
  readonly findings: UseQueryResult<FindingPage>;
  readonly zone: string;
  /** The day stands above: times alone. */
  readonly oneDay: boolean;
  readonly unit: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onChoose: (finding: Finding) => void;
}

/** What is abnormal, one row an interval; a press goes there. */
export function FindingPanel({ findings, zone, oneDay, unit, page, onPage, onChoose }: FindingPanelProps) {
  const t = useCorrectionTexts();
  const { data, error } = findings;
  return (
    <Panel title={t('odd')} unit={data ? t('oddCount', { n: data.pagination.total }) : undefined}>
      {data?.pending && <output className={kit.note}>{t('pending')}</output>}
      {error ? (
        <ErrorState what={error.message} onRetry={() => void findings.refetch()} />
      ) : !data ? (
        <LoadingState height={120} />
      ) : data.list.length === 0 ? (
        <EmptyState why={t('oddNone')} height={80} />
      ) : (
        <ul className={`${kit.list} ${styles.findings}`} data-testid="findings">
          {data.list.map((one) => (
            <li key={`${one.kind} ${one.from}`}>
              <FindingKindMark kind={one.kind} />
              <button type="button" onClick={() => onChoose(one)}>
                {spanText(zone, one.from, one.to).slice(oneDay ? 11 : 5)}
              </button>
              <span className={styles.amount}>
                {one.registers
                  ? `${formatFull(one.registers.before)} → ${formatFull(one.registers.after)}`
                  : one.energy === null
                    ? '--'
                    : `${formatFull(one.energy)} ${unit}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <Steps
          page={page}
          pageSize={data.pagination.pageSize}
          total={data.pagination.total}
          onPage={onPage}
        />
      )}
    </Panel>
  );
}

function FindingKindMark({ kind }: { kind: Finding['kind'] }) {
  const t = useCorrectionTexts();
  const status = LOOK[kind];
  if (status) return <StatusDot status={status} text={t(kind)} />;
  return kind === 'interpolated' || kind === 'estimated' || kind === 'manual' || kind === 'corrected' ? (
    <QualityTag quality={kind} />
  ) : null;
}
