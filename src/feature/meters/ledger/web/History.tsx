import dayjs from 'dayjs';
import { Panel } from '#web/ui/Panel.tsx';
import { MISSING } from '#domain/figure/number.ts';
import type { Life } from '../contract.ts';
import { beginning, describe } from './describe.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterLife.module.css';
import { useLedgerTexts } from './useLedgerTexts.ts';

const ACTION = { add: 'historyAdd', edit: 'historyEdit', del: 'historyDel' } as const;

/** Who changed the ledger, when, from what to what. */
export function History({ life }: { life: Life }) {
  const t = useLedgerTexts();
  if (life.history.length === 0) return null;
  return (
    <Panel title={t('history')}>
      <ul className={styles.history}>
        {life.history.map((change) => (
          <li key={change.id}>
            <time>{dayjs(change.at).format('YYYY-MM-DD HH:mm')}</time> {change.by ?? MISSING}{' '}
            {t(ACTION[change.action])}
            {[change.before, change.after].map(
              (row, i) =>
                row && (
                  <span
                    className={kit.quietLine}
                    key={i === 0 ? 'before' : 'after'}
                    data-gone={(i === 0 && change.action !== 'add') || undefined}
                  >
                    {beginning(row, life.zone, t)} {describe(row, t)}
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
