import { Panel } from '#web/ui/Panel.tsx';
import type { CoverageRow } from '#feature/meters/dataState/contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './CoveragePanel.module.css';
import { useOverviewTexts } from './useOverviewTexts.ts';

/** Coverage of the parts of the node, hour by hour. */
export function CoveragePanel({
  rows,
  onOpen,
}: {
  rows: readonly CoverageRow[];
  onOpen: (row: CoverageRow) => void;
}) {
  const t = useOverviewTexts();
  return (
    <Panel title={t('covered')} extra={<span className={styles.aside}>{t('coveredHours')}</span>}>
      <ul className={`${kit.list} ${styles.coverage}`}>
        {rows.map((row) => (
          <li key={row.orgId ?? row.dataAmmeterId ?? row.name}>
            <button type="button" title={row.name} onClick={() => onOpen(row)}>
              {row.name}
            </button>
            <span className={styles.strip} aria-hidden="true">
              {row.hours.map((percent, hour) => (
                // Hours have no other name than their place.
                // oxlint-disable-next-line react/no-array-index-key
                <i key={hour} style={{ opacity: percent === null ? 0 : 0.12 + 0.005 * percent }} />
              ))}
            </span>
            <span className={styles.percent}>{row.percent === null ? '--' : `${row.percent}%`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
