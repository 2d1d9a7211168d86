import FullscreenOutlined from '@ant-design/icons-svg/es/asn/FullscreenOutlined';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { energyTypeOf } from '#contract/energyType.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { Mark } from '#web/shell/Brand.tsx';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { KeyFigures, type KeyFigure } from '#web/ui/KeyFigures.tsx';
import { formatChange, formatFull, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Board, BoardAmount } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Board.module.css';
import { barChart } from './chart.ts';

const BESIDE = {
  hours: ['day', 'yesterday'],
  monthDays: ['month', 'lastMonth'],
  yearMonths: ['year', 'lastYear'],
} as const;

const BEFORE = { day: 'dayBefore', month: 'monthBefore', year: 'yearBefore' } as const;

function useClock(timeZone: string): string {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return timeAt(timeZone, now);
}

interface BoardHeadProps {
  readonly board: Board;
  /** What the page in sight is called; null = figures. */
  readonly page: string | null;
  readonly stale: boolean;
  readonly children: ReactNode;
}

/** Whose board it is, what is in sight, how fresh it is, and the time there. */
export function BoardHead({ board, page, stale, children }: BoardHeadProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('displayBoard');
  const say = useText();
  const now = useClock(board.timeZone);
  useEffect(() => {
    document.title = board.boardName;
  }, [board.boardName]);
  const time = timeAt(board.timeZone, board.now).slice(11);
  return (
    <header className={styles.head}>
      <span className={styles.mark}>
        <Mark size={30} />
      </span>
      <h1>
        {board.orgName} <span>{page ?? board.boardName}</span>
      </h1>
      <div className={styles.state}>
        {children}
        {page === null && <span>{say(energyTypeOf(board.dataType).label)}</span>}
        <StatusDot status={stale ? 'offline' : 'normal'} text={t(stale ? 'stale' : 'refreshed', { time })} />
        <time>{now}</time>
        <Button
          kind="icon"
          aria-label={t('full')}
          title={t('full')}
          onClick={() => void document.documentElement.requestFullscreen()}
        >
          <Icon icon={FullscreenOutlined} size={18} />
        </Button>
      </div>
    </header>
  );
}

/** The figures of a board: key figures on top, bars and ranking below. */
export function BoardFigures({ board }: { readonly board: Board }) {
  const t = useTexts<typeof import('./texts.ts').texts>('displayBoard');
  const say = useText();
  const figures = useMemo(() => figuresOf(board, t, say), [board, t, say]);
  return (
    <>
      {figures.length > 0 && <KeyFigures figures={figures} />}
      <div className={styles.panels}>
        {(['hours', 'monthDays', 'yearMonths'] as const).map((kind) => {
          const bars = board[kind];
          if (!bars) return null;
          const [own, before] = BESIDE[kind];
          const words = { name: t(kind), own: t(own), before: t(before) };
          return (
            <ChartPanel
              key={kind}
              model={barChart(kind, bars, board.unit, words)}
              height="100%"
              style={STRETCH}
            />
          );
        })}
        {board.devices && <Devices devices={board.devices} unit={board.unit} title={t('devices')} />}
      </div>
    </>
  );
}

const STRETCH = { minHeight: 260 };

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

function figuresOf(board: Board, t: Say, say: ReturnType<typeof useText>): KeyFigure[] {
  const amount = (key: 'day' | 'month' | 'year', of: BoardAmount): KeyFigure => {
    const scale = scaleFor(board.unit, [of.value]);
    return {
      key,
      label: t(key),
      value: formatScaled(of.value, scale),
      unit: scale.unit,
      full: `${formatFull(of.value)} ${board.unit}`,
      coverage: of.coverage === null ? null : of.coverage / 100,
      comparison: {
        label: t(BEFORE[key]),
        value: formatChange(of.change),
        ...(of.why ? { title: say(NOT_COMPARABLE[of.why]) } : {}),
      },
    };
  };
  const figures: KeyFigure[] = [];
  for (const key of ['day', 'month', 'year'] as const) {
    const of = board[key];
    if (of) figures.push(amount(key, of));
  }
  if (board.peak) {
    const { demand, from, atLeast } = board.peak;
    figures.push({
      key: 'peak',
      label: t(atLeast ? 'peakAtLeast' : 'peak'),
      value: formatScaled(demand, scaleFor(board.demandUnit, [demand])),
      unit: scaleFor(board.demandUnit, [demand]).unit,
      comparison: { label: t('at'), value: from === null ? '--' : timeAt(board.timeZone, from).slice(11) },
    });
  }
  return figures;
}

function Devices({
  devices,
  unit,
  title,
}: {
  devices: NonNullable<Board['devices']>;
  unit: string;
  title: string;
}) {
  const scale = scaleFor(
    unit,
    devices.map((one) => one.value),
  );
  const most = Math.max(0, ...devices.map((one) => one.value ?? 0));
  return (
    <Panel title={title} unit={scale.unit}>
      <ol className={styles.devices}>
        {devices.map((one) => (
          <li key={one.name}>
            <span className={kit.clip}>{one.name}</span>
            <i aria-hidden="true">
              <b style={{ width: `${most > 0 ? ((one.value ?? 0) / most) * 100 : 0}%` }} />
            </i>
            <strong>{formatScaled(one.value, scale)}</strong>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
