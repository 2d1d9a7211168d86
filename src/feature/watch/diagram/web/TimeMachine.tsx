import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons-svg/es/asn/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons-svg/es/asn/StepForwardOutlined';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { clockAt, dateAt, momentAt } from '#domain/time/text.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { DayAnswer, DiagramHead } from '../contract.ts';
import { dayQuery, valuesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Diagram.module.css';
import { powerAt } from './powerAt.ts';
import type { ValueKeeper } from './scene/ValueKeeper.ts';
import { Tool } from './Tool.tsx';
import { useClock } from './useClock.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import { SPEEDS, usePlaying } from './usePlaying.ts';
import type { Watched } from './useSceneValues.ts';

export interface TimeMachineProps {
  readonly diagram: DiagramHead;
  readonly no: number;
  readonly shown: Watched<ValueKeeper>;
  /** ms; null = live. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
}

const ALARMS = '/SDNEventAlert/SDNEventAlert';
const HEIGHT = 70;
/** The cursor of the present moves so often. */
const CLOCK_MS = 15_000;

/** A day as a strip: drag or step to an instant, and the picture shows it as it was. */
export function TimeMachine({ diagram, no, shown, at, onAt }: TimeMachineProps) {
  const t = useDiagramTexts();
  const { monitorDiagramId: id, timeZone: zone } = diagram;
  const { ready, present } = shown;
  const clock = useClock(CLOCK_MS, present, ready);
  const date = dateAt(zone, at ?? clock);
  const day = useQuery(dayQuery(id, date));
  const now = at ?? clock;
  const go = (instant: number): void => onAt(instant >= present() ? null : Math.round(instant));
  const ask = (instant: number): Promise<void> => queryClient.prefetchQuery(valuesQuery(id, no, instant));
  const playing = usePlaying({ at, ready, present, ask, go });
  const marks = useMemo(() => marksOf(day.data), [day.data]);
  const onDate = (text: string): void => {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) return;
    const away = Math.round((Date.parse(`${text}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);
    go(now + away * DAY_MS);
  };
  const onLive = (): void => {
    playing.stop();
    onAt(null);
  };
  const dates = { value: date, max: dateAt(zone, clock), onChange: onDate };
  return (
    <Panel
      title={t('timeMachine')}
      unit={`${date} ${t('sitePower')}`}
      extra={
        <Machine
          marks={marks}
          now={now}
          playing={playing}
          date={dates}
          onGo={go}
          onLive={at === null ? null : onLive}
        />
      }
    >
      {day.data ? (
        <Strip day={day.data} zone={zone} now={now} live={at === null} onGo={go} />
      ) : (
        <div style={{ height: HEIGHT + 20 }} />
      )}
      <p className={styles.stripNote}>
        <span>□ {t('changesOf', { n: day.data?.switches.length ?? 0 })}</span>
        <span>◆ {t('alarmsOf', { n: day.data?.alarms.length ?? 0 })}</span>
        <AlarmsThen siteId={diagram.siteId} at={at} />
        <span className={`${kit.hint} ${styles.quiet}`}>{t('stripHint')}</span>
      </p>
    </Panel>
  );
}

/** The way to the list of alarms as it was at the instant that is shown. */
function AlarmsThen({ siteId, at }: { readonly siteId: number; readonly at: number | null }) {
  const t = useDiagramTexts();
  const may = useMay('event.alarmRecord.view');
  if (!may || at === null) return null;
  return <GoLink goal={{ to: ALARMS, search: { site: siteId, at } }}>{t('alarmsThen')}</GoLink>;
}

interface MachineProps {
  /** ms of what happened, ascending. */
  readonly marks: readonly number[];
  readonly now: number;
  readonly playing: ReturnType<typeof usePlaying>;
  readonly date: { readonly value: string; readonly max: string; readonly onChange: (date: string) => void };
  readonly onGo: (instant: number) => void;
  /** Null = it is live. */
  readonly onLive: (() => void) | null;
}

/** An event within half a second of the instant that is shown is the one that is shown. */
const SAME_MS = 500;

/** The buttons of the time machine. */
function Machine({ marks, now, playing, date, onGo, onLive }: MachineProps) {
  const t = useDiagramTexts();
  const before = marks.findLast((ts) => ts < now - SAME_MS);
  const next = marks.find((ts) => ts > now + SAME_MS);
  return (
    <span className={`${kit.wrap} ${styles.tools}`}>
      <Step label={t('before')} icon={StepBackwardOutlined} to={before} onGo={onGo} />
      <Tool
        label={t(playing.playing ? 'pause' : 'play')}
        icon={playing.playing ? PauseOutlined : CaretRightOutlined}
        onClick={playing.toggle}
      />
      <Step label={t('next')} icon={StepForwardOutlined} to={next} onGo={onGo} />
      <Segmented
        small
        label={t('speed')}
        value={playing.speed}
        onChange={playing.setSpeed}
        options={SPEEDS.map((value) => ({ value, text: `${value}×` }))}
      />
      <input
        type="date"
        aria-label={t('date')}
        value={date.value}
        max={date.max}
        onChange={(event) => date.onChange(event.target.value)}
      />
      <Button onClick={onLive ?? undefined} disabled={!onLive}>
        {t('toLive')}
      </Button>
    </span>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: IconDefinition;
  /** ms; undefined = there is none on this day. */
  readonly to: number | undefined;
  readonly onGo: (instant: number) => void;
}

function Step({ label, icon, to, onGo }: StepProps) {
  return <Tool label={label} icon={icon} onClick={to === undefined ? null : () => onGo(to)} />;
}

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
  /** Thousandths of the day. */
  const x = (ts: number): number => ((ts - from) / (to - from)) * 1000;
  const hours = Array.from({ length: 9 }, (_, i) => from + ((to - from) / 8) * i);
  const shown = powerAt(power, now, live);
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
      <PowerLine power={power} x={x} now={now} />
      <Marks day={day} zone={zone} x={x} />
      <span className={styles.cursor} style={{ left: `${Math.min(92, x(now) / 10)}%` }}>
        {live ? t('live') : clockAt(zone, now)}
        {shown !== null && ` ${formatNumber(shown, 0)} kW`}
      </span>
      <div className={styles.hours} aria-hidden="true">
        {hours.map((ts) => (
          <span key={ts}>{clockAt(zone, ts)}</span>
        ))}
      </div>
    </div>
  );
}

interface PowerLineProps extends Pick<DayAnswer, 'power'> {
  readonly x: (ts: number) => number;
  readonly now: number;
}

/** The power of the day, and where the cursor stands. */
function PowerLine({ power, x, now }: PowerLineProps) {
  const top = Math.max(1, ...power.flatMap(([, value]) => (value === null ? [] : [value]))) * 1.1;
  const y = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 6);
  const path = lineOf(power.map(([ts, value]) => [x(ts + QUARTER_MS / 2), value === null ? null : y(value)]));
  const thin = { vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg
      viewBox={`0 0 1000 ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={HEIGHT}
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke="var(--series-1)" strokeWidth="1.5" {...thin} />
      <path d={`M0 ${HEIGHT - 0.5}H1000`} stroke="var(--border)" {...thin} />
      <path d={`M${x(now)} 0V${HEIGHT}`} stroke="var(--text)" strokeWidth="1.5" {...thin} />
    </svg>
  );
}

interface MarksProps {
  readonly day: DayAnswer;
  readonly zone: string;
  readonly x: (ts: number) => number;
}

/** What happened on the day, where it happened. */
function Marks({ day, zone, x }: MarksProps) {
  const at = (ts: number) => ({ left: `${x(ts) / 10}%` });
  return (
    <>
      {day.switches.map(({ ts, signalPointId, name, value }) => (
        <i
          key={`${ts} ${signalPointId}`}
          className={styles.switchMark}
          style={at(ts)}
          title={`${clockAt(zone, ts)} ${name} → ${value ?? '?'}`}
        />
      ))}
      {day.alarms.map(({ ts, name }) => (
        <i
          key={`${ts} ${name}`}
          className={styles.alarmMark}
          style={at(ts)}
          title={`${clockAt(zone, ts)} ${name}`}
        />
      ))}
    </>
  );
}

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
