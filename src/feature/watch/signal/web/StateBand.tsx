import { useQuery } from '@tanstack/react-query';
import { secondAt } from '#domain/time/text.ts';
import { cssColor } from '#web/theme/palette.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { IntervalWire, PointWire } from '../contract.ts';
import { intervalsQuery } from './calls.ts';
import { statusOf, wordOf } from './StateMark.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Signal.module.css';
import { useSignalTexts } from './useSignalTexts.ts';

/** Most intervals that a band draws: about as many as it has pixels. */
const MOST_DRAWN = 1000;
const HEIGHT = 28;
const WIDTH = 1000;
/** The least height of the band, and that of a level with its word. */
const LOWEST_PX = 48;
const LEVEL_PX = 18;

export interface StateBandProps {
  readonly point: PointWire;
  readonly query: { readonly id: number; readonly begin: string; readonly end: string };
}

/** The states over some days, each on a level of its own, so that they differ without colour; unknown is a dashed line. */
export function StateBand({ point, query }: StateBandProps) {
  const t = useSignalTexts();
  const say = useText();
  const answer = useQuery(intervalsQuery({ ...query, current: 1, pageSize: MOST_DRAWN }));
  if (answer.error)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={80} />;
  if (!answer.data) return <LoadingState height={80} />;
  const intervals = answer.data.list.toReversed();
  const [first, last] = [intervals[0], intervals.at(-1)];
  if (!first || !last) return null;
  const [from, to] = [secondAt(point.timeZone, first.from), secondAt(point.timeZone, last.to)];
  const nameOf = (value: number | null): string => {
    const word = wordOf(point, value);
    return word ? say(word) : t('unknown');
  };
  const levels = levelsOf(point);
  const height = Math.max(LOWEST_PX, levels.length * LEVEL_PX);
  const anyUnknown = intervals.some(({ value }) => value === null);
  return (
    <figure className={styles.band} aria-label={t('band', { from, to })}>
      <div className={styles.levels} style={{ height }}>
        <ul>
          {levels.map((value) => (
            <li key={value}>{nameOf(value)}</li>
          ))}
        </ul>
        <Band point={point} intervals={intervals} range={{ from: first.from, to: last.to }} nameOf={nameOf} />
      </div>
      <figcaption>
        <span>{from}</span>
        {anyUnknown && <StatusDot status="noData" text={t('unknown')} />}
        <span>{to}</span>
      </figcaption>
      {answer.data.pagination.total > MOST_DRAWN && <small>{t('bandCut', { n: MOST_DRAWN })}</small>}
    </figure>
  );
}

/** The states from the top level to the lowest. */
const levelsOf = ({ states }: PointWire): number[] =>
  states.map(({ value }) => value).toSorted((a, b) => b - a);

interface BandProps {
  readonly point: PointWire;
  readonly intervals: readonly IntervalWire[];
  /** ms */
  readonly range: { readonly from: number; readonly to: number };
  readonly nameOf: (value: number | null) => string;
}

/** The drawing; the table of intervals says the same in words. */
function Band({ point, intervals, range, nameOf }: BandProps) {
  const x = (ts: number): number => ((ts - range.from) / (range.to - range.from)) * WIDTH;
  const levels = levelsOf(point);
  const height = HEIGHT / levels.length;
  return (
    <svg
      className={kit.fill}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {intervals.map(({ from, to, value }) => {
        const color = cssColor({ status: statusOf(point, value) });
        const title = (
          <title>{`${nameOf(value)} ${secondAt(point.timeZone, from)} – ${secondAt(point.timeZone, to)}`}</title>
        );
        return value === null ? (
          <line
            key={from}
            x1={x(from)}
            x2={x(to)}
            y1={HEIGHT / 2}
            y2={HEIGHT / 2}
            stroke={color}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          >
            {title}
          </line>
        ) : (
          <rect
            key={from}
            x={x(from)}
            width={x(to) - x(from)}
            y={Math.max(0, levels.indexOf(value)) * height}
            height={height}
            fill={color}
          >
            {title}
          </rect>
        );
      })}
    </svg>
  );
}
