import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { energyTypeOf } from '#contract/energyType.ts';
import { formatAmount, formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { useAddress } from '#web/address.ts';
import { flowChart, type SayChart } from '#web/chart/flowChart.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useLive } from '#web/live/useLive.ts';
import { useServerClock } from '#web/live/useServerClock.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { ObjectSelect } from '#web/ui/ObjectSelect.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import type { EnergyNow } from '../contract.ts';
import { type EnergyAddress, readEnergy } from './address.ts';
import { energyQuery } from './calls.ts';
import { type Basis, lossesOf, treeOf, wholeOf, withPowers } from './energyModel.ts';
import { Losses, Ranking } from './EnergyTables.tsx';
import kit from '#web/ui/kit.module.css';
import { useLiveTexts } from './useLiveTexts.ts';

/** What a meter told is looked at so often, whether it still stands for the present. */
const CLOCK_MS = 10_000;

/** Where an energy goes now: the power of every meter, the flow between them, who takes most, what is lost. */
export default function EnergyPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Page consumerId={consumer.orgId} />;
}

type Change = (part: Partial<Record<keyof EnergyAddress, unknown>>) => void;

function Page({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const live = useTexts<typeof import('#web/live/texts.ts').texts>('live');
  const [address, change] = useAddress(readEnergy);
  const { org, type, by } = address;
  const { data, error, refetch } = useQuery(energyQuery({ orgId: org ?? consumerId, dataType: type }));
  const { status, values } = useLive(consumerId, { onChange: () => void refetch() });
  const clock = useServerClock(data?.now, CLOCK_MS);
  const now = useMemo(() => data && withPowers(data, values, clock), [data, values, clock]);
  usePageHead({ aside: <StatusDot status={status === 'live' ? 'normal' : 'offline'} text={live(status)} /> });
  return (
    <div className={kit.stack}>
      <Filters consumerId={consumerId} address={address} change={change} answer={data} />
      {error && !now ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
      ) : !now ? (
        <LoadingState height={320} />
      ) : (
        <Body answer={now} by={by} />
      )}
      {now?.nodes.length === 0 && <EmptyState why={t('noEnergy')} height={120} />}
    </div>
  );
}

function Filters({
  consumerId,
  address,
  change,
  answer,
}: {
  readonly consumerId: number;
  readonly address: EnergyAddress;
  readonly change: Change;
  readonly answer: EnergyNow | undefined;
}) {
  const t = useLiveTexts();
  const say = useText();
  return (
    <FilterBar>
      <FilterField label={t('node')}>
        <ObjectSelect
          consumerId={consumerId}
          organisationsOnly
          value={`o${address.org ?? consumerId}`}
          onChange={(key) => change({ org: Number(key.slice(1)), type: undefined })}
        />
      </FilterField>
      {answer && answer.dataTypes.length > 1 && (
        <FilterField label={t('energy')}>
          <Select
            aria-label={t('energy')}
            style={{ width: 140 }}
            value={answer.dataType}
            options={answer.dataTypes.map((value) => ({ value, label: say(energyTypeOf(value).label) }))}
            onChange={(type) => change({ type })}
          />
        </FilterField>
      )}
      <Segmented
        label={t('basis')}
        value={address.by}
        options={[
          { value: 'power', text: t('byPower') },
          { value: 'today', text: t('byToday') },
        ]}
        onChange={(by) => change({ by: by === 'today' ? by : undefined })}
      />
    </FilterBar>
  );
}

function Body({ answer, by }: { readonly answer: EnergyNow; readonly by: Basis }) {
  const t = useLiveTexts();
  const chart: SayChart = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const model = useMemo(() => flowChart(treeOf(answer, by), t('flow'), chart), [answer, by, t, chart]);
  return (
    <>
      <Figures answer={answer} />
      <ChartPanel
        title={t('flow')}
        model={model}
        height={380}
        {...(model ? {} : { instead: <EmptyState why={t('noFlow')} next={t('noFlowNext')} height={240} /> })}
      />
      <div className={kit.halves}>
        <Ranking answer={answer} by={by} />
        <Losses answer={answer} by={by} />
      </div>
    </>
  );
}

function Figures({ answer }: { readonly answer: EnergyNow }) {
  const t = useLiveTexts();
  const [top] = answer.nodes;
  const meters = answer.nodes.filter((node) => node.ammeterId !== null);
  const told = meters.filter((node) => node.power !== null).length;
  const power = wholeOf(answer, 'power');
  const losses = lossesOf(answer, 'today');
  const open = losses.filter((row) => row.rest === null).length;
  const rest = sumOf(losses.map((row) => row.rest));
  const today = top?.today.value ?? null;
  return (
    <KeyFigures
      compact
      figures={[
        {
          key: 'power',
          label: t('powerNow'),
          value: power === null ? MISSING : formatNumber(power, 1),
          unit: answer.powerUnit,
        },
        {
          key: 'today',
          label: t('today'),
          value: formatAmount(today, answer.unit),
          coverage: top?.today.coverage == null ? null : top.today.coverage / 100,
        },
        {
          key: 'rest',
          label: t('restToday'),
          value: formatAmount(rest, answer.unit),
          // A part of them makes no share of the whole.
          ...(open > 0
            ? { comparison: { label: t('restOpen'), value: formatNumber(open, 0) } }
            : rest !== null && today
              ? { comparison: { label: t('share'), value: formatPercent(rest / today, 1) } }
              : {}),
        },
        {
          key: 'told',
          label: t('told'),
          value: formatNumber(told, 0),
          comparison: { label: t('meters'), value: formatNumber(meters.length, 0) },
        },
      ]}
    />
  );
}
