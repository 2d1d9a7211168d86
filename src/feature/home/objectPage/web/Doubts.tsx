import { dateAt } from '#domain/time/text.ts';
import { STATUS } from '#feature/home/roleHome/web/attention.ts';
import { shortClock } from '#feature/home/overview/web/time.ts';
import { useOverviewTexts } from '#feature/home/overview/web/useOverviewTexts.ts';
import type { Notice } from '#feature/home/overview/contract.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './Head.module.css';

export interface DoubtsProps {
  readonly notices: readonly Notice[];
  /** Of the page itself: another meter's name leads to that. */
  readonly meterId: number | null;
  readonly timeZone: string;
  readonly now: number;
}

/** What is odd today, in the words of the overview; nothing where nothing is. */
export function Doubts({ notices, meterId, timeZone, now }: DoubtsProps) {
  const o = useOverviewTexts();
  if (notices.length === 0) return null;
  return (
    <ul className={styles.doubts}>
      {notices.map(({ kind, dataAmmeterId, name, at, value }) => {
        const word = o(`notice${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}` as Parameters<typeof o>[0]);
        const detail =
          kind === 'lowCoverage'
            ? o('coveredOnly', { percent: value ?? 0 })
            : at === null
              ? ''
              : o('lastAt', { at: shortClock(timeZone, at, dateAt(timeZone, now)) });
        return (
          <li key={`${kind} ${dataAmmeterId}`}>
            <StatusDot status={STATUS[kind]} text={word} />
            {dataAmmeterId !== null && dataAmmeterId !== meterId && (
              <PageLink kind="meter" id={dataAmmeterId}>
                {name}
              </PageLink>
            )}
            {detail && <small>{detail}</small>}
          </li>
        );
      })}
    </ul>
  );
}
