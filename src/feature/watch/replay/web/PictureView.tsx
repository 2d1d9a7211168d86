import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { coveragePercent, formatFull, formatNumber } from '#domain/figure/number.ts';
import { dateAt, timeAt } from '#domain/time/text.ts';
import { cssColor } from '#web/theme/palette.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import {
  type CurvePart,
  type LaneWire,
  MOST_EPISODES,
  type ReplayAnswer,
  type ReplayMeter,
} from '../contract.ts';
import { curveQuery } from './calls.ts';
import { downOf, HEIGHT, type Picture, pictureOf, WIDTH } from './picture.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Replay.module.css';
import { useReplayTexts } from './useReplayTexts.ts';

export interface PictureViewProps {
  readonly answer: ReplayAnswer;
  readonly meter: ReplayMeter;
}

const PRIMARY = cssColor('primary');
const WARNING = cssColor({ status: 'warning' });
const RING = <path d="M5 .8 9.6 9.2H.4z" fill="currentColor" />;

/** The curve of a meter with the limits, and below it when each rule would have rung and how long it would have stood. */
export function PictureView({ answer, meter }: PictureViewProps) {
  const t = useReplayTexts();
  const { timeZone, from, to, unit } = answer;
  const curve = useQuery(curveQuery(answer.taskId, meter.ammeterId));
  const head = t('pictureOf', {
    name: meter.ammeterName,
    from: dateAt(timeZone, from),
    to: dateAt(timeZone, to - 1),
    coverage: `${coveragePercent(meter.coverage)} %`,
  });
  return (
    <Panel title={t('picture')} unit={unit === '' ? head : `${head} · ${unit}`}>
      {curve.error ? (
        <ErrorState what={curve.error.message} onRetry={() => void curve.refetch()} height={240} />
      ) : curve.data ? (
        <Drawn answer={answer} meter={meter} parts={curve.data} name={head} />
      ) : (
        <LoadingState height={240} />
      )}
    </Panel>
  );
}

interface DrawnProps extends PictureViewProps {
  readonly parts: readonly CurvePart[];
  readonly name: string;
}

function Drawn({ answer, meter, parts, name: label }: DrawnProps) {
  const t = useReplayTexts();
  const { draft, inForce, timeZone, from, to } = answer;
  const before = inForce?.limit ?? draft.limit;
  const limits = [
    ...(draft.limit === null ? [] : [{ name: t('draftLane'), value: draft.limit, dashed: false }]),
    ...(before === null || before === draft.limit
      ? []
      : [{ name: t('inForce'), value: before, dashed: true }]),
  ];
  const lanes = [
    { name: t('version', { n: answer.version ?? 0 }), lane: meter.inForce },
    { name: t('draftLane'), lane: meter.draft },
    { name: t('proposedLane'), lane: meter.proposed },
  ].flatMap(({ name, lane }) => (lane ? [{ name, lane }] : []));
  const values = limits.map(({ value }) => value);
  const picture = pictureOf(parts, values);
  if (!picture) return <EmptyState why={t('noCurve')} height={200} />;
  return (
    <>
      <figure className={styles.picture} aria-label={label}>
        <Legend />
        <Curve picture={picture} limits={limits} />
        {lanes.map(({ name, lane }) => (
          <Fragment key={name}>
            <div className={styles.laneName}>
              <span>{name}</span>
              <b>{formatNumber(lane.raises, 0)}</b>
            </div>
            <Lane answer={answer} lane={lane} />
          </Fragment>
        ))}
        <span />
        <div className={styles.dates}>
          <span>{dateAt(timeZone, from)}</span>
          <span>{dateAt(timeZone, (from + to) / 2)}</span>
          <span>{dateAt(timeZone, to - 1)}</span>
        </div>
      </figure>
      {lanes.some(({ lane }) => lane.raises > lane.episodes.length) && (
        <small className={kit.quiet}>{t('episodeCut', { n: MOST_EPISODES })}</small>
      )}
    </>
  );
}

function Legend() {
  const t = useReplayTexts();
  return (
    <div className={styles.legend}>
      <span className={kit.inline}>
        <i className={styles.swatch} style={{ background: PRIMARY, opacity: 0.22 }} /> {t('range')}
      </span>
      <span className={kit.inline}>
        <svg width="10" height="10" viewBox="0 0 10 10" style={{ color: WARNING }} aria-hidden="true">
          {RING}
        </svg>
        {t('ring')}
      </span>
      <span className={kit.inline}>
        <i className={styles.swatch} style={{ border: `1px solid ${WARNING}` }} /> {t('standing')}
      </span>
    </div>
  );
}

interface CurveProps {
  readonly picture: Picture;
  readonly limits: readonly { readonly name: string; readonly value: number; readonly dashed: boolean }[];
}

function Curve({ picture, limits }: CurveProps) {
  const at = (value: number): string => `${downOf(picture, value) * 100}%`;
  const y = (value: number): number => downOf(picture, value) * HEIGHT;
  return (
    <>
      <div className={styles.axis}>
        {picture.ticks.map((tick) => (
          <span key={tick} style={{ top: at(tick) }}>
            {formatFull(tick)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        <svg
          className={kit.fill}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {picture.ticks.map((tick) => (
            <line
              key={tick}
              x2={WIDTH}
              y1={y(tick)}
              y2={y(tick)}
              stroke="var(--split)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={picture.band} fill={PRIMARY} opacity="0.22" />
          <path
            d={picture.line}
            fill="none"
            stroke={PRIMARY}
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
          {limits.map(({ name, value, dashed }) => (
            <line
              key={name}
              x2={WIDTH}
              y1={y(value)}
              y2={y(value)}
              stroke="var(--text2)"
              strokeWidth="1.5"
              {...(dashed ? { strokeDasharray: '5 4' } : {})}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {limits.map(({ name, value }) => (
          <span key={name} className={styles.limit} style={{ top: at(value) }}>
            {name} {formatFull(value)}
          </span>
        ))}
      </div>
    </>
  );
}

/** When a rule would have rung: a triangle each, and a bar for as long as it would have stood. */
function Lane({ answer, lane }: { readonly answer: ReplayAnswer; readonly lane: LaneWire }) {
  const { from, to, timeZone } = answer;
  const left = (at: number): number => ((at - from) / (to - from)) * 100;
  return (
    <div className={styles.lane}>
      {lane.episodes.map(({ raises, raisedAt, clearedAt, peak }) => (
        <Fragment key={raisedAt}>
          <i
            style={{ left: `${left(raisedAt)}%`, width: `${left(clearedAt ?? to) - left(raisedAt)}%` }}
            title={`${raises > 1 ? `${raises} × ` : ''}${timeAt(timeZone, raisedAt)} – ${clearedAt === null ? '' : timeAt(timeZone, clearedAt)} · ${formatFull(peak)}`}
          />
          <svg viewBox="0 0 10 10" style={{ left: `${left(raisedAt)}%` }} aria-hidden="true">
            {RING}
          </svg>
        </Fragment>
      ))}
    </div>
  );
}
