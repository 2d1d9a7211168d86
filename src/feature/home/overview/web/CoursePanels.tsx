import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { ENERGY } from '#contract/energyType.ts';
import { ChartLegend } from '#web/chart/ChartLegend.tsx';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { formatChange } from '#domain/figure/number.ts';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Compared, PowerCurve } from '../contract.ts';
import { dayChart, monthChart, periodChart, yearChart } from './courseChart.ts';
import styles from './Overview.module.css';
import type { OverviewBodyProps } from './OverviewBody.tsx';
import { instantAt, powerChart } from './powerChart.ts';
import { hasPeriods, spanOf } from './span.ts';
import { type Overview, usePeriods } from './useOverview.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

const GROUP = 'overview';
/** The second row is 272 high (panel head 36, foot 12). */
const PLOT = 222;
const FOOT = 20;

/** The day by hour or by power, both of these where there is room; the month by day or the year by month. */
export function CoursePanels(props: OverviewBodyProps & { readonly energy: string }) {
  const { address, wide } = props;
  const shown = spanOf(address, props.answers);
  return (
    <div className={`${styles.courses} ${wide ? styles.wide : ''}`}>
      {(wide || address.chart === 'hours') && <DayPanel {...props} />}
      {(wide || address.chart === 'power') && <PowerPanel {...props} />}
      {shown === 'period' && <PeriodPanel {...props} />}
      {shown === 'month' && <MonthPanel {...props} />}
      {shown === 'year' && <YearPanel {...props} />}
    </div>
  );
}

type PanelProps = OverviewBodyProps & { readonly energy: string };

const failure = (query: UseQueryResult<unknown, Error>) =>
  query.isError ? (
    <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={PLOT} />
  ) : undefined;

function DaySwitch({ address, wide, answers, onView }: PanelProps) {
  const t = useOverviewTexts();
  const electric = (answers.figures.data?.subject.unit ?? 'kWh') === 'kWh';
  if (wide) return null;
  const options = [
    { value: 'hours', text: t('hours') },
    { value: 'power', text: t(electric ? 'power' : 'rate') },
  ] as const;
  return (
    <Segmented
      small
      label={t('shownDay')}
      options={options}
      value={address.chart}
      onChange={(chart) => onView({ chart })}
    />
  );
}

function SpanSwitch({ address, answers, onView }: PanelProps) {
  const t = useOverviewTexts();
  const options = [
    ...(hasPeriods(address, answers) ? [{ value: 'period', text: t('byPeriod') } as const] : []),
    { value: 'month', text: t('byMonth') },
    { value: 'year', text: t('byYear') },
  ] as const;
  return (
    <Segmented
      small
      label={t('shownPeriod')}
      options={options}
      value={spanOf(address, answers)}
      onChange={(span) => onView({ span })}
    />
  );
}

/** The comparison at the left, the legend at the right: the head of a narrow panel has no room for it. */
function Foot({ model, children }: { model: BucketChart | null; children: ReactNode }) {
  return (
    <div className={styles.foot}>
      <span>{children}</span>
      {model && <ChartLegend model={model} />}
    </div>
  );
}

/** A change, or `--` that says why on hover. */
function ChangeText({ of }: { of: Pick<Compared, 'change' | 'why'> | undefined }) {
  const say = useText();
  return <b title={of?.why ? say(NOT_COMPARABLE[of.why]) : undefined}>{formatChange(of?.change)}</b>;
}

/** What the power of a day is made of. */
function sourceOf({ source, subject }: PowerCurve) {
  if (source === 'PZ') return 'readPower';
  if (subject.unit === 'kWh') return source === 'mean' ? 'meanPower' : 'hourPower';
  return source === 'mean' ? 'meanRate' : 'hourRate';
}

/** What a chart shows once the key figures have answered: its engine is as large as all that these need. */
const afterFigures = <T,>({ figures }: Overview, query: UseQueryResult<T, Error>): T | undefined =>
  figures.isPending ? undefined : query.data;

const styleOf = (query: UseQueryResult) => (query.isPlaceholderData ? { opacity: 0.6 } : {});

function DayPanel(props: PanelProps) {
  const { answers, energy, onOpen } = props;
  const t = useOverviewTexts();
  const data = afterFigures(answers, answers.day);
  const electric = data?.subject.dataType === ENERGY.electricity;
  const periods = usePeriods(electric ? data.subject.orgId : null, data?.date);
  const model = useMemo(() => (data ? dayChart(data, energy, t, periods) : null), [data, energy, t, periods]);
  return (
    <ChartPanel
      title={model?.name ?? t('hoursNow', { energy })}
      model={model}
      height={PLOT}
      group={GROUP}
      style={styleOf(answers.day)}
      extra={<DaySwitch {...props} />}
      instead={failure(answers.day)}
      onPick={(i) => {
        const bucket = data?.buckets[i];
        if (bucket) onOpen({ level: 2, at: bucket.from, meter: null });
      }}
    />
  );
}

function PowerPanel(props: PanelProps) {
  const { answers, onOpen } = props;
  const t = useOverviewTexts();
  const data = afterFigures(answers, answers.power);
  const model = useMemo(() => (data ? powerChart(data, t) : null), [data, t]);
  return (
    <ChartPanel
      title={model?.name ?? t('powerNow')}
      model={model}
      height={PLOT - FOOT}
      group={GROUP}
      style={styleOf(answers.power)}
      extra={<DaySwitch {...props} />}
      foot={<p className={styles.foot}>{data && t(sourceOf(data))}</p>}
      instead={failure(answers.power)}
      onPick={(i) => {
        if (data) onOpen({ level: 1, at: instantAt(data, i), meter: null });
      }}
    />
  );
}

/** The month by tariff period: its change stands in the strip, the legend needs the room. */
function PeriodPanel(props: PanelProps) {
  const { answers, energy, onOpen } = props;
  const t = useOverviewTexts();
  const say = useText();
  const data = afterFigures(answers, answers.periods);
  const model = useMemo(() => (data ? periodChart(data, energy, t, say) : null), [data, energy, t, say]);
  return (
    <ChartPanel
      title={<SpanSwitch {...props} />}
      model={model}
      height={PLOT - FOOT}
      style={styleOf(answers.periods)}
      foot={<Foot model={model}>{null}</Foot>}
      ownLegend
      instead={failure(answers.periods)}
      onPick={(i) => {
        const bucket = data?.buckets[i];
        if (bucket) onOpen({ level: 3, at: bucket.from, meter: null });
      }}
    />
  );
}

function MonthPanel(props: PanelProps) {
  const { answers, energy, onOpen } = props;
  const t = useOverviewTexts();
  const data = afterFigures(answers, answers.month);
  const figures = answers.figures.data;
  const model = useMemo(() => (data ? monthChart(data, energy, t) : null), [data, energy, t]);
  return (
    <ChartPanel
      title={<SpanSwitch {...props} />}
      model={model}
      height={PLOT - FOOT}
      style={styleOf(answers.month)}
      foot={
        <Foot model={model}>
          {t('monthOnMonth')} <ChangeText of={figures?.month} /> · {t('yearOnYear')}{' '}
          <ChangeText of={figures?.month.yearOnYear} />
        </Foot>
      }
      ownLegend
      instead={failure(answers.month)}
      onPick={(i) => {
        const bucket = data?.buckets[i];
        if (bucket) onOpen({ level: 3, at: bucket.from, meter: null });
      }}
    />
  );
}

function YearPanel(props: PanelProps) {
  const { answers, energy, onOpen } = props;
  const t = useOverviewTexts();
  const data = afterFigures(answers, answers.year);
  const figures = answers.figures.data;
  const model = useMemo(() => (data ? yearChart(data, energy, t) : null), [data, energy, t]);
  return (
    <ChartPanel
      title={<SpanSwitch {...props} />}
      model={model}
      height={PLOT - FOOT}
      style={styleOf(answers.year)}
      foot={
        <Foot model={model}>
          {t('yearOnYear')} <ChangeText of={figures?.year} />
        </Foot>
      }
      ownLegend
      instead={failure(answers.year)}
      onPick={(i) => {
        const bucket = data?.buckets[i];
        if (bucket) onOpen({ level: 4, at: bucket.from, meter: null });
      }}
    />
  );
}
