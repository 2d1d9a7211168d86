import { STATUS, useHomeTexts } from '#feature/home/roleHome/web/public.ts';
import { shortClock } from '#web/text/wallClock.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Notice } from '#feature/meters/dataState/contract.ts';
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

/** What is odd today, in the words of what is worth attention; nothing where nothing is. */
export function Doubts({ notices, meterId, timeZone, now }: DoubtsProps) {
  const t = useHomeTexts();
  if (notices.length === 0) return null;
  return (
    <ul className={styles.doubts}>
      {notices.map(({ kind, dataAmmeterId, name, at, value }) => {
        const word = t(`notice${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}` as Parameters<typeof t>[0]);
        const detail =
          kind === 'lowCoverage'
            ? t('coveredOnly', { percent: value ?? 0 })
            : at === null
              ? ''
              : t('lastAt', { at: shortClock(timeZone, at, dateAt(timeZone, now)) });
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
