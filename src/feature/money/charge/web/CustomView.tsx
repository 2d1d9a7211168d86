import { useQueries } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { INTERVALS } from '#contract/interval.ts';
import { timeAt } from '#domain/time/text.ts';
import { get } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { cssColor } from '#web/theme/palette.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { EnergyLine, Operation } from '../contract.ts';
import { type LineSpec, MOST_LINES, operate, writeLine, writeLines } from '../domain/lineSpec.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { codeWord } from '../domain/codeWord.ts';
import { LineForm } from './LineForm.tsx';
import { linesModel } from './models.ts';

export interface CustomViewProps {
  readonly consumerId: number;
  readonly today: string;
  readonly lines: readonly LineSpec[];
  readonly onChange: (lines: string | undefined) => void;
  /** Before the button that adds a line. */
  readonly actions?: ReactNode;
}

/** Lines of any meters over any range: added, summed, averaged, removed; numbered from 1 as they stand. */
export function CustomView({ consumerId, today, lines, onChange, actions }: CustomViewProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const say = useText();
  const [chosen, choose] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: lines.map((line) => {
      const { ammeterIds, type, ...rest } = line;
      const params = { ...rest, ammeterIds: ammeterIds.join(','), type };
      return {
        queryKey: ['charge', 'operation', params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          get<EnergyLine>('sdata/monitoring/operation', params, { quiet: true, signal }),
      };
    }),
  });
  const picked = lines.filter((line) => chosen.includes(writeLine(line)));
  const put = (next: readonly LineSpec[]): void => onChange(writeLines(next));
  const add = (line: LineSpec): void => {
    if (lines.some((one) => writeLine(one) === writeLine(line))) notify('warning', t('there'));
    else if (lines.length >= MOST_LINES) notify('warning', t('most'));
    else put([...lines, line]);
  };
  const combine = (type: Operation): void => {
    const line = operate(picked, type);
    if (!line) return notify('warning', t('sameKind'));
    choose([]);
    add(line);
  };
  const labelOf = (line: EnergyLine | undefined): string => {
    if (!line) return '…';
    const { type, ammeterName, dataCode } = line;
    const name = `${ammeterName} ${say(codeWord(dataCode))}`;
    return type === 'overlay'
      ? t('overlayOf', { name })
      : type === 'average'
        ? t('averageOf', { name })
        : name;
  };
  const units = [...new Set(answers.flatMap((one) => one.data?.unit ?? []))];
  return (
    <>
      <LineForm consumerId={consumerId} today={today} onAdd={add} actions={actions} />
      {lines.length === 0 ? (
        <Panel>
          <EmptyState why={t('noLines')} next={t('noLinesNext')} height={260} />
        </Panel>
      ) : answers.every((one) => one.isPending) ? (
        <Panel>
          <LoadingState height={320} />
        </Panel>
      ) : (
        units.map((unit) => {
          const own = answers.flatMap((one, i) =>
            one.data?.unit === unit ? [{ line: one.data, n: i + 1 }] : [],
          );
          const model = linesModel(
            unit,
            own.map(({ line }) => line),
            own.map(({ line, n }) => `${n} ${labelOf(line)}`),
            timeAt,
          );
          const series = model.series.map((one, i) => ({ ...one, color: { series: own[i]?.n ?? 1 } }));
          return <ChartPanel key={unit} title={t('lines')} model={{ ...model, series }} height={300} />;
        })
      )}
      {lines.length > 0 && (
        <Panel
          title={t('lines')}
          flush
          extra={
            <>
              <Button onClick={() => combine('overlay')} disabled={picked.length < 2}>
                {t('sum')}
              </Button>
              <Button onClick={() => combine('average')} disabled={picked.length < 2}>
                {t('mean')}
              </Button>
              <Button
                disabled={picked.length === 0}
                onClick={() => {
                  choose([]);
                  put(lines.filter((line) => !chosen.includes(writeLine(line))));
                }}
              >
                {t('removeSome')}
              </Button>
              <Button onClick={() => put([])}>{t('removeAll')}</Button>
              <ExportMenu call="sdata/monitoring/exportOperation" params={{ lines: writeLines(lines) }} />
            </>
          }
        >
          <ol className={`${kit.list} ${styles.lines}`}>
            {lines.map((line, i) => (
              <LineRow
                key={writeLine(line)}
                n={i + 1}
                line={line}
                label={labelOf(answers[i]?.data)}
                points={answers[i]?.data?.data.length ?? null}
                problem={answers[i]?.error?.message ?? null}
                chosen={chosen.includes(writeLine(line))}
                onChoose={(on) =>
                  choose(on ? [...chosen, writeLine(line)] : chosen.filter((one) => one !== writeLine(line)))
                }
                onRemove={() => put(lines.filter((one) => one !== line))}
              />
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}

interface LineRowProps {
  readonly n: number;
  readonly line: LineSpec;
  readonly label: string;
  readonly points: number | null;
  readonly problem: string | null;
  readonly chosen: boolean;
  readonly onChoose: (on: boolean) => void;
  readonly onRemove: () => void;
}

function LineRow({ n, line, label, points, problem, chosen, onChoose, onRemove }: LineRowProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const say = useText();
  const interval = INTERVALS[line.interval as keyof typeof INTERVALS];
  const raw = /^[UI][ABC]$|^[PQF]Z$/.test(line.dataCode);
  return (
    <li>
      <Checkbox
        aria-label={t('choose', { n })}
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span className={styles['mark']} style={{ background: cssColor({ series: n }) }} />
      <span className={styles['name']}>
        {n} {label}
        {problem && <span className={styles['problem']}> {problem}</span>}
      </span>
      <span className={styles['aside']}>
        {raw || !interval ? t('asReceived') : say(interval.label)} • {line.beginDate} – {line.endDate}
        {points !== null && ` • ${t('points', { n: points })}`}
      </span>
      <Button kind="link" aria-label={t('removeOne', { n })} onClick={onRemove}>
        ×
      </Button>
    </li>
  );
}
