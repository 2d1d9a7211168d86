import { useQuery } from '@tanstack/react-query';
import { INTERVAL } from '#contract/interval.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { addDays } from '#domain/time/date.ts';
import { chargeSession } from '#resource/archive/chargeSession.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { unitText } from '#web/ui/unit.ts';
import type { ChargeAnalysisWire, PileUse } from '../contract.ts';
import { dayChart, hourChart } from './analysisChart.ts';
import { analysisQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import type { ChargeViewProps } from './LivePiles.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

/** Days that are shown where none are chosen. */
const FIRST_DAYS = 30;

interface UseProps extends ChargeViewProps {
  /** The date where the chargers are. */
  readonly today: string;
}

/** What chargers delivered and earned in a time. */
export function PileUsePanels({ consumerId, address, onChange, views, today }: UseProps) {
  const t = useChargeTexts();
  const say = useText();
  const end = address.end ?? today;
  const begin = address.begin ?? addDays(end, 1 - FIRST_DAYS);
  const answer = useQuery(analysisQuery({ consumerId, begin, end }));
  const { data, error } = answer;
  const [columns, totals] = [
    usePileColumns((data?.total.doubts ?? 0) + (data?.total.interrupted ?? 0) > 0),
    useTotals(data),
  ];
  const words = { byDay: t('byDay'), byHour: t('byHour'), noPeriod: t('noPeriod'), sessions: t('sessions'), times: t('times'), say }; // prettier-ignore
  const nothing =
    data && data.total.sessions === 0 ? <EmptyState why={t('noUse')} height={180} /> : undefined;
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <FilterBar actions={<GoLink goal={{ to: chargeSession.screen }}>{t('toSessions')}</GoLink>}>
        {views}
        <RangeField interval={INTERVAL.day} begin={begin} end={end} today={today} onChange={onChange} />
      </FilterBar>
      {error && !data ? (
        <ErrorState what={error.message} onRetry={() => void answer.refetch()} height={320} />
      ) : (
        <>
          <KeyFigures compact figures={totals} loading={!data} />
          <div className={styles.charts}>
            <ChartPanel
              model={data ? dayChart(data, words) : null}
              height={220}
              {...(nothing ? { instead: nothing } : {})}
            />
            <ChartPanel
              model={data ? hourChart(data, words) : null}
              height={220}
              {...(nothing ? { instead: nothing } : {})}
            />
          </div>
          <Panel flush title={t('byPile')} {...(data ? { unit: data.timeZone } : {})}>
            <ListTable<PileUse>
              label={t('byPile')}
              rows={data?.piles}
              waiting={answer.isPlaceholderData}
              total={null}
              page={null}
              onPage={() => {}}
              columns={columns}
              keyOf={(row) => row.pileId}
              empty={<EmptyState why={t('noPile')} height={160} />}
            />
          </Panel>
        </>
      )}
    </div>
  );
}

const kWh = (value: number | null): string => (value === null ? MISSING : formatNumber(value, 1));
const yuan = (value: number | null): string => (value === null ? MISSING : formatNumber(value, 2));
const share = (value: number | null): string => (value === null ? MISSING : formatPercent(value, 1));
const revenueOf = ({ energyFee, serviceFee }: Pick<PileUse, 'energyFee' | 'serviceFee'>): number | null =>
  sumOf([energyFee, serviceFee]);
const perSession = ({
  energy,
  sessions,
  doubts,
  excluded,
}: Pick<PileUse, 'energy' | 'sessions' | 'doubts' | 'excluded'>): number | null =>
  energy === null || sessions === doubts + excluded ? null : energy / (sessions - doubts - excluded);

function useTotals(data: ChargeAnalysisWire | undefined): KeyFigure[] {
  const t = useChargeTexts();
  const total = data?.total;
  const text = (of: (known: NonNullable<typeof total>) => string): string => (total ? of(total) : MISSING);
  const unpriced = total && total.unpriced > 0 ? { comparison: { label: t('unpriced', { n: total.unpriced }), value: '' } } : {}; // prettier-ignore
  const hint = (word: string) => ({ comparison: { label: word, value: '' } });
  return [
    { key: 'sessions', label: t('sessions'), value: text(({ sessions }) => String(sessions)) },
    { key: 'energy', label: t('energy'), value: text(({ energy }) => kWh(energy)), unit: 'kWh' },
    {
      key: 'revenue',
      label: t('revenue'),
      value: text((known) => yuan(revenueOf(known))),
      unit: '元',
      ...unpriced,
    },
    {
      key: 'utilisation',
      label: t('utilisation'),
      value: text(({ utilisation }) => share(utilisation)),
      ...hint(t('utilisationHint')),
    },
    {
      key: 'occupancy',
      label: t('occupancy'),
      value: text(({ occupancy }) => share(occupancy)),
      ...hint(t('occupancyHint')),
    },
    {
      key: 'doubts',
      label: t('notBilled'),
      value: text((total) => String(total.doubts + total.interrupted)),
      comparison: {
        label: t('notBilledOf', {
          doubts: text(({ doubts }) => String(doubts)),
          interrupted: text(({ interrupted }) => String(interrupted)),
          byHand: text(({ byHand }) => String(byHand)),
          excluded: text(({ excluded }) => String(excluded)),
        }),
        value: '',
      },
    },
  ];
}

function usePileColumns(doubted: boolean) {
  const t = useChargeTexts();
  const number = (key: string, title: string, unit: string | undefined, of: (row: PileUse) => string) => ({ key, title, end: true, render: of, ...(unit ? { unit: unitText(unit) } : {}) }); // prettier-ignore
  return [
    {
      key: 'pile',
      title: t('pile'),
      render: (row: PileUse) => (
        <GoLink goal={{ to: chargeSession.screen, search: { q: row.pileCode } }}>{row.pileName}</GoLink>
      ),
    },
    { key: 'site', title: t('site'), render: (row: PileUse) => row.siteName },
    number('rated', t('rated'), 'kW', (row) => formatNumber(row.ratedPower, 0)),
    number('sessions', t('sessions'), undefined, (row) => String(row.sessions)),
    number('energy', t('energy'), 'kWh', (row) => kWh(row.energy)),
    number('perSession', t('perSession'), 'kWh', (row) => kWh(perSession(row))),
    number('utilisation', t('utilisation'), undefined, (row) => share(row.utilisation)),
    number('occupancy', t('occupancy'), undefined, (row) => share(row.occupancy)),
    number('energyFee', t('energyFee'), '元', (row) => yuan(row.energyFee)),
    number('serviceFee', t('serviceFee'), '元', (row) => yuan(row.serviceFee)),
    number('revenue', t('revenue'), '元', (row) => yuan(revenueOf(row))),
    ...(doubted
      ? [number('doubts', t('notBilled'), undefined, (row) => String(row.doubts + row.interrupted))]
      : []),
  ];
}
