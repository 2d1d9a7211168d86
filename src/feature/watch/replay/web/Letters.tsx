import { RUN_TYPES, type RunType } from '#contract/linkage.ts';
import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { clockAt, timeAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { LettersWire, ReplayAnswer } from '../contract.ts';
import styles from './Replay.module.css';
import { useReplayTexts } from './useReplayTexts.ts';

const ROWS = 5;
const FIVE_MINUTES_MS = 300_000;

/** What linkages would have sent to whom. */
export function Letters({ answer }: { readonly answer: ReplayAnswer }) {
  const t = useReplayTexts();
  const say = useText();
  const [current, setCurrent] = useState(1);
  const { letters } = answer;
  const count = (n: number): string => formatNumber(n, 0);
  return (
    <Panel title={t('lettersTitle')} unit={t('lettersNote')} flush>
      <ListTable<LettersWire>
        label={t('lettersTitle')}
        rows={letters.slice((current - 1) * ROWS, current * ROWS)}
        total={letters.length}
        page={letters.length > ROWS ? { current, size: ROWS } : null}
        onPage={(next) => setCurrent(next)}
        keyOf={(row) => `${row.linkageName} ${row.recipient}`}
        empty={<EmptyState why={t('noLetters')} height={96} />}
        columns={[
          {
            key: 'to',
            title: t('to'),
            render: (row) => <span title={row.linkageName}>{row.recipient}</span>,
          },
          {
            key: 'kind',
            title: t('kind'),
            render: (row) => say(RUN_TYPES[row.linkageType as RunType]),
          },
          { key: 'sent', title: t('sent'), end: true, render: (row) => count(row.letters) },
          { key: 'skipped', title: t('skipped'), end: true, render: (row) => count(row.skipped) },
          { key: 'night', title: t('night'), end: true, render: (row) => count(row.night) },
        ]}
      />
    </Panel>
  );
}

/** The raises in each five minutes of the worst hour. */
export function WorstHour({ answer }: { readonly answer: ReplayAnswer }) {
  const t = useReplayTexts();
  const { worstHour, timeZone, figures } = answer;
  const worst = figures.draft.worstHour;
  if (!worst) return null;
  const most = Math.max(1, ...worstHour);
  return (
    <Panel title={t('worst')} unit={`${timeAt(timeZone, worst.at)}, ${t('fiveMinutes')}`}>
      <ol className={styles.bars}>
        {worstHour.map((n, i) => (
          <li key={worst.at + i * FIVE_MINUTES_MS} title={clockAt(timeZone, worst.at + i * FIVE_MINUTES_MS)}>
            <span>{n}</span>
            <i style={{ height: `${(n / most) * 75}%` }} />
          </li>
        ))}
      </ol>
      <div className={styles.dates}>
        <span>{clockAt(timeZone, worst.at)}</span>
        <span>{clockAt(timeZone, worst.at + worstHour.length * FIVE_MINUTES_MS)}</span>
      </div>
    </Panel>
  );
}
