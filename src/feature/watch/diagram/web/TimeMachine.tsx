import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons-svg/es/asn/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons-svg/es/asn/StepForwardOutlined';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { clockAt, dateAt, momentAt } from '#domain/time/text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { DayAnswer, DiagramHead } from '../contract.ts';
import { dayQuery } from './calls.ts';
import styles from './Diagram.module.css';
import { useClock } from './useClock.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';

export interface TimeMachineProps {
  readonly diagram: DiagramHead;
  /** ms; null = live. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
}

const HEIGHT = 70;
/** A picture of the past is asked for so often while it plays. */
const PLAY_MS = 1000;
/** The cursor of the present moves so often. */
const CLOCK_MS = 15_000;
const SPEEDS = ['60', '600', '3600'] as const;

/** A day as a strip: drag or step to an instant, and the picture shows it as it was. */
export function TimeMachine({ diagram, at, onAt }: TimeMachineProps) {
  const t = useDiagramTexts();
  const { monitorDiagramId: id, timeZone: zone } = diagram;
  const clock = useClock(CLOCK_MS);
  const date = dateAt(zone, at ?? clock);
  const day = useQuery(dayQuery(id, date));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('600');
  const go = (instant: number): void => onAt(instant >= Date.now() ? null : Math.round(instant));
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (!playing || at === null) return;
    const timer = setTimeout(() => latest.current(at + Number(speed) * PLAY_MS), PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, at, speed]);
  const marks = useMemo(() => marksOf(day.data), [day.data]);
  const now = at ?? clock;
  const step = (way: 1 | -1): void => {
    const next = way === 1 ? marks.find((ts) => ts > now + 500) : marks.findLast((ts) => ts < now - 500);
    if (next !== undefined) go(next);
  };
  const onDate = (text: string): void => {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) return;
    const first = Date.parse(`${text}T00:00:00Z`);
    const away = Math.round((first - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);
    go(now + away * DAY_MS);
  };
  return (
    <Panel
      title={t('timeMachine')}
      unit={`${date} ${t('sitePower')}`}
      extra={
        <span className={styles.tools}>
          <Button kind="icon" aria-label={t('before')} title={t('before')} onClick={() => step(-1)} disabled={!marks.some((ts) => ts < now - 500)}><Icon icon={StepBackwardOutlined} /></Button>
          <Button kind="icon" aria-label={t(playing ? 'pause' : 'play')} title={t(playing ? 'pause' : 'play')} onClick={() => { setPlaying(!playing); if (at === null) go(Date.now() - 60 * MINUTE_MS); }}>{playing && at !== null ? <Icon icon={PauseOutlined} /> : <Icon icon={CaretRightOutlined} />}</Button>
          <Button kind="icon" aria-label={t('next')} title={t('next')} onClick={() => step(1)} disabled={!marks.some((ts) => ts > now + 500)}><Icon icon={StepForwardOutlined} /></Button>
          <Segmented small label={t('speed')} value={speed} onChange={setSpeed} options={SPEEDS.map((value) => ({ value, text: `${value}×` }))} />
          <input type="date" aria-label={t('date')} value={date} max={dateAt(zone, clock)} onChange={(event) => onDate(event.target.value)} />
          <Button onClick={() => { setPlaying(false); onAt(null); }} disabled={at === null}>{t('toLive')}</Button>
        </span>
      }
    >
      {day.data ? <Strip day={day.data} zone={zone} now={now} live={at === null} onGo={go} /> : <div style={{ height: HEIGHT + 20 }} />}
      <p className={styles.stripNote}>
        <span>□ {t('changesOf', { n: day.data?.switches.length ?? 0 })}</span>
        <span>◆ {t('alarmsOf', { n: day.data?.alarms.length ?? 0 })}</span>
        <span className={styles.quiet}>{t('stripHint')}</span>
      </p>
    </Panel>
  );
} // prettier-ignore

const marksOf = (day: DayAnswer | undefined): number[] =>
  [...(day?.switches ?? []), ...(day?.alarms ?? [])].map(({ ts }) => ts).sort((a, b) => a - b);

interface StripProps {
  readonly day: DayAnswer;
  readonly zone: string;
  /** ms */
  readonly now: number;
  readonly live: boolean;
  readonly onGo: (at: number) => void;
}

function Strip({ day, zone, now, live, onGo }: StripProps) {
  const t = useDiagramTexts();
  const { from, to, power } = day;
  const known = power.flatMap(([, value]) => (value === null ? [] : [value]));
  const top = Math.max(1, ...known) * 1.1;
  const x = (ts: number): number => ((ts - from) / (to - from)) * 1000;
  const y = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 6);
  const path = lineOf(power.map(([ts, value]) => [x(ts + QUARTER_MS / 2), value === null ? null : y(value)]));
  const hours = Array.from({ length: 9 }, (_, i) => from + ((to - from) / 8) * i);
  const shown = power.findLast(([ts, value]) => ts <= now && value !== null)?.[1] ?? null;
  return (
    <div className={styles.strip}>
      <input
        type="range"
        min={from}
        max={to}
        step={QUARTER_MS}
        value={now}
        aria-label={t('timeMachine')}
        aria-valuetext={live ? t('live') : momentAt(zone, now)}
        onChange={(event) => onGo(Number(event.target.value))}
      />
      <svg viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT} aria-hidden="true">
        <path d={path} fill="none" stroke="var(--series-1)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
        <path d={`M0 ${HEIGHT - 0.5}H1000`} stroke="var(--border)" vectorEffect="non-scaling-stroke" />
        <path d={`M${x(now)} 0V${HEIGHT}`} stroke="var(--text)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </svg>
      {day.switches.map(({ ts, name, value }) => <i key={`${ts} ${name}`} className={styles.switchMark} style={{ left: `${x(ts) / 10}%` }} title={`${clockAt(zone, ts)} ${name} → ${value ?? '?'}`} />)}
      {day.alarms.map(({ ts, name }) => <i key={`${ts} ${name} a`} className={styles.alarmMark} style={{ left: `${x(ts) / 10}%` }} title={`${clockAt(zone, ts)} ${name}`} />)}
      <span className={styles.cursor} style={{ left: `${Math.min(92, x(now) / 10)}%` }}>{live ? t('live') : clockAt(zone, now)}{shown !== null && ` ${formatNumber(shown, 0)} kW`}</span>
      <div className={styles.hours} aria-hidden="true">{hours.map((ts) => <span key={ts}>{clockAt(zone, ts)}</span>)}</div>
    </div>
  );
} // prettier-ignore

/** A line with gaps where nothing is known. */
function lineOf(points: readonly (readonly [number, number | null])[]): string {
  let pen = 'M';
  return points
    .map(([x, y]) => {
      if (y === null) {
        pen = 'M';
        return '';
      }
      const step = `${pen}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
      pen = 'L';
      return step;
    })
    .join('');
}
