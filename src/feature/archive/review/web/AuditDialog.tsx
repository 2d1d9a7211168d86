import { useQuery } from '@tanstack/react-query';
import type { ActionProps } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatNumber, formatPercent } from '#domain/figure/number.ts';
import { Table } from '#web/ui/Table.tsx';
import type { AuditInfo } from '../contract.ts';
import { auditQuery, textOf, useReviewTexts } from './review.ts';
import styles from './Review.module.css';

/** What the report of a review is written from: consumption, check list, what does not conform. */
export function AuditDialog({ row, onClose }: ActionProps) {
  const t = useReviewTexts();
  // A row of a plan is the plan itself; a result names it.
  const query = useQuery(auditQuery(Number(row['checkPlanId'] ?? row.id)));
  return (
    <Dialog title={t('audit')} width={860} onClose={onClose}>
      {query.isError ? (
        <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={240} />
      ) : query.data ? (
        <Audit audit={query.data} />
      ) : (
        <LoadingState height={240} />
      )}
    </Dialog>
  );
}

function Audit({ audit }: { audit: AuditInfo }) {
  const t = useReviewTexts();
  const say = useText();
  const { counts, energies, nonconformities } = audit;
  return (
    <>
      <KeyFigures
        compact
        figures={[
          {
            key: 'energy',
            label: t('energyTotal', { year: audit.year }),
            value: formatNumber(audit.energyTotal, 1),
            unit: 'tce',
          },
          {
            key: 'value',
            label: t('perValue'),
            value: formatNumber(audit.energyPerValue, 4),
            unit: 'tce/10⁴ yuan',
          },
          ...(['conform', 'nonconform', 'na'] as const).map((key) => ({
            key,
            label: t(key),
            value: String(counts[key]),
          })),
        ]}
      />
      <section className={styles['section']}>
        <h3>{t('energies')}</h3>
        {energies.length === 0 ? (
          <EmptyState why={t('noEnergy')} height={80} />
        ) : (
          <Table
            look="rows"
            className={styles['table']}
            columns={[
              { key: 'energy', title: t('energy'), render: ({ energyName }) => say(energyName) },
              {
                key: 'amount',
                title: t('amount'),
                render: ({ amount, energyUnit }) => `${formatNumber(amount, 2)} ${say(energyUnit)}`,
              },
              { key: 'coal', title: t('coal'), render: ({ coal }) => `${formatNumber(coal, 2)} tce` },
              { key: 'share', title: t('share'), render: ({ share }) => formatPercent(share, 1) },
            ]}
            rows={energies}
            keyOf={({ energyCode }) => energyCode}
          />
        )}
      </section>
      {nonconformities.length > 0 && (
        <section className={styles['section']}>
          <h3>{t('nonconformities')}</h3>
          <ul>
            {nonconformities.map((item) => (
              <li key={item.id}>
                <b>{textOf(item, 'clauseNo')}</b> {textOf(item, 'requirement')} — {textOf(item, 'finding')}
                {textOf(item, 'rectifyResult') &&
                  ` → ${textOf(item, 'rectifyResult')} (${textOf(item, 'verifiedBy')})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
