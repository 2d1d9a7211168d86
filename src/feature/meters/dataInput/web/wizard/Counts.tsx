import { formatNumber } from '#domain/figure/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Preview } from '../../contract.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './Counts.module.css';

/** New, changed, same, faulty: how many, and what becomes or (`past`) became of them. */
export function Counts({ counts, past = false }: { counts: Preview['counts']; past?: boolean }) {
  const t = useDataInputTexts();
  const parts = [
    { key: 'new', label: t('newValues'), note: t(past ? 'wasAdded' : 'willAdd') },
    { key: 'changed', label: t('changedValues'), note: t(past ? 'wasChanged' : 'willChange') },
    { key: 'same', label: t('sameValues'), note: t(past ? 'wasUntouched' : 'untouched') },
    { key: 'faulty', label: t('faulty'), note: t(past ? 'wasNotTaken' : 'notTaken') },
  ] as const;
  return (
    <dl className={styles.counts}>
      {parts.map(({ key, label, note }) => (
        <div key={key} data-count={key}>
          <dt>{key === 'faulty' && counts.faulty > 0 ? <StatusDot status="alarm" text={label} /> : label}</dt>
          <dd>
            <b>{formatNumber(counts[key], 0)}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
