import { useState } from 'react';
import { Cell } from '#field/choice/web.tsx';
import type { CellProps, ResourceRow } from '#web/resource/kindWeb.ts';
import { deviceDate } from '#web/session/zone.ts';
import { overdueDays } from '../domain/alignDate.ts';
import styles from './AlignState.module.css';
import { Remaining } from './Remaining.tsx';

/** The state of the last verification, beside it that the next one is overdue. */
export function AlignStateCell({ row, ...props }: CellProps & { readonly row: ResourceRow }) {
  const [today] = useState(() => deviceDate(Date.now()));
  const days = overdueDays(row, today);
  return (
    <span className={styles.state}>
      <Cell {...props} />
      {days !== null && <Remaining days={-days} />}
    </span>
  );
}
