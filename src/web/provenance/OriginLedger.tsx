import { timeAt } from '#domain/time/text.ts';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import type { LifeSegment } from '#feature/meters/subject/contract.ts';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

/** The meter's life in the bucket: which device stood there and by what its register was multiplied. */
export function OriginLedger({ life, timeZone }: { life: readonly LifeSegment[]; timeZone: string }) {
  const t = useProvenanceTexts();
  const recorded = life.filter((segment) => segment.id !== null);
  return (
    <ProvenanceStep title={t('ledger')} aside={recorded.map((segment) => `L-${segment.id ?? 0}`).join(', ')}>
      {recorded.length === 0 ? (
        <p className={styles.note}>{t('ledgerNone')}</p>
      ) : (
        recorded.map((segment) => (
          <dl key={segment.id} className={styles.facts}>
            {segment.serial !== null && (
              <>
                <dt>{t('serial')}</dt>
                <dd>{segment.serial}</dd>
              </>
            )}
            <dt>{t('ratio')}</dt>
            <dd>
              {segment.multiplier}
              {segment.correctionFactor !== '1' && ` × ${segment.correctionFactor}`}
            </dd>
            <dt>{t('valid')}</dt>
            <dd>
              {segment.from === null ? t('since') : timeAt(timeZone, segment.from)} –{' '}
              {segment.to === null ? '' : timeAt(timeZone, segment.to)}
            </dd>
          </dl>
        ))
      )}
    </ProvenanceStep>
  );
}
