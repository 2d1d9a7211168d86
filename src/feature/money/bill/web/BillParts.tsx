import { formatFull } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { BillPartView } from '../contract.ts';
import styles from './Bill.module.css';

/** By which agreements a month is billed one after the other, and for how many of its days. */
export function BillParts({ parts }: { readonly parts: readonly BillPartView[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  if (parts.length === 0) return null;
  const termsOf = ({ schemeName, orgName, capacity, contractDemand }: BillPartView): string =>
    [
      schemeName,
      orgName,
      capacity === null ? '' : `${formatFull(capacity)} kVA`,
      contractDemand === null ? '' : `${formatFull(contractDemand)} kW`,
    ]
      .filter(Boolean)
      .join(' • ');
  return (
    <div className={styles['note']}>
      {t('parts')}
      <ul className={styles['parts']} aria-label={t('parts')}>
        {parts.map((part) => (
          <li key={part.since}>
            {t('part', { since: part.since, until: part.until, days: part.days, of: part.of })}{' '}
            {termsOf(part)}
          </li>
        ))}
      </ul>
    </div>
  );
}
