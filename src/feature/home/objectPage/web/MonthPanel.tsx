import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ENERGY } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import {
  formatChange,
  formatFull,
  formatNumber,
  formatScaled,
  tableScaleFor,
} from '#domain/figure/number.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { Subject } from '#feature/meters/subject/contract.ts';
import type { ChargeDetail } from '#feature/money/charge/contract.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import { get, type Params } from '#web/api.ts';
import { pageGoal } from '#web/pageGoal.ts';
import { useMay } from '#web/session/session.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { shiftPeriod } from '#web/ui/period.ts';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { unitText } from '#web/ui/unit.ts';
import styles from './Head.module.css';
import { type MonthRow, monthRows } from './monthRows.ts';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** This month, and those of a year before it. */
const MONTHS = 13;
const YUAN_DECIMALS = 2;

export interface MonthPanelProps {
  readonly subject: Subject;
  /** The day shown, in the last month of the list; and today. */
  readonly date: string;
  readonly today: string;
  readonly onOpen: (bucket: OpenBucket) => void;
}

/** Energy, demand and cost of each month, the newest first; each figure opens where it comes from. */
export function MonthPanel({ subject, date, onOpen }: MonthPanelProps) {
  const t = useObjectPageTexts();
  const who = {
    orgId: subject.dataAmmeterId === null ? subject.orgId : null,
    dataAmmeterId: subject.dataAmmeterId,
    dataType: subject.dataAmmeterId === null ? subject.dataType : null,
  };
  const electric = subject.dataType === ENERGY.electricity;
  const dates = { begin: `${shiftPeriod('month', date.slice(0, 7), 1 - MONTHS)}-01`, end: date };
  const mayEnergy = useMay('SDNPowerAdmin.SDNPowerAnalysis');
  const mayDemand = useMay('SDNMonitoring.Overview');
  const mayCost = useMay('SDNPowerAdmin.SDNCoulometryChargeAnalysis') && electric;
  const ask = <T,>(path: string, params: Params, enabled: boolean) => ({
    queryKey: ['objectPage', 'months', path, who, params],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      get<T>(path, { ...who, ...params }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const months = { interval: INTERVAL.month, ...dates };
  const energy = useQuery(ask<AnalysisAnswer>('analysis/energy/getData', months, mayEnergy));
  const cost = useQuery(ask<ChargeDetail[]>('sdata/chargeAnalysis/getDayDetails', months, mayCost));
  const demand = useQuery(
    ask<SettlementDemand>('demand/settlement/getlist', { to: date, pageSize: MONTHS }, mayDemand && electric),
  );
  if (!mayEnergy) return null;
  const rows = energy.data && monthRows(energy.data, cost.data, demand.data);
  const known = rows?.filter((row) => row.energy !== null || row.cost !== null);
  return (
    <Panel title={t('months')} flush>
      <ListTable<MonthRow>
        label={t('months')}
        columns={columnsOf({ t, rows: rows ?? [], subject, priced: mayCost, onOpen })}
        rows={known && known.length > 0 ? rows : known}
        keyOf={(row) => row.at}
        error={energy.error}
        onRetry={() => void energy.refetch()}
        waiting={energy.isPlaceholderData}
        total={null}
        page={null}
        onPage={() => undefined}
        empty={<EmptyState why={t('monthsNone')} next={t('monthsNoneNext')} height={120} />}
      />
    </Panel>
  );
}

interface ColumnWords {
  readonly t: ReturnType<typeof useObjectPageTexts>;
  readonly rows: readonly MonthRow[];
  readonly subject: Subject;
  readonly priced: boolean;
  readonly onOpen: MonthPanelProps['onOpen'];
}

function columnsOf({ t, rows, subject, priced, onOpen }: ColumnWords): TableColumn<MonthRow>[] {
  const scale = tableScaleFor(
    subject.unit,
    rows.map((row) => row.energy),
  );
  const reported = rows.some((row) => row.maximum !== null);
  const who = { orgId: subject.orgId, dataAmmeterId: subject.dataAmmeterId };
  const columns: TableColumn<MonthRow>[] = [
    { key: 'month', title: t('month'), render: (row) => row.month },
    {
      key: 'energy',
      title: t('energy'),
      unit: unitText(scale.unit),
      end: true,
      render: (row) =>
        row.energy === null ? (
          <Missing />
        ) : (
          <button
            type="button"
            className={styles.amount}
            title={`${formatFull(row.energy)} ${unitText(subject.unit)}`}
            aria-label={t('why', { month: row.month, value: formatScaled(row.energy, scale) })}
            onClick={() => onOpen({ level: 4, at: row.at, meter: null })}
          >
            {formatScaled(row.energy, scale)}
          </button>
        ),
    },
    {
      key: 'lastYear',
      title: t('lastYear'),
      end: true,
      render: (row) => formatChange(row.lastYear),
    },
  ];
  if (reported)
    columns.push({
      key: 'maximum',
      title: t('maximum'),
      unit: 'kW',
      end: true,
      render: (row) => (
        <span title={row.atLeast ? t('atLeast') : undefined}>
          {row.atLeast && row.maximum !== null && '≥ '}
          {formatNumber(row.maximum, 0)}
        </span>
      ),
    });
  if (priced)
    columns.push(
      {
        key: 'cost',
        title: t('cost'),
        unit: unitText('CNY'),
        end: true,
        render: (row) =>
          row.cost === null ? (
            <span title={row.energy === null ? undefined : t('noPrice')}>
              <Missing />
            </span>
          ) : (
            <GoLink goal={pageGoal(who, { tab: 'cost', mode: 'month', date: row.day })}>
              {formatNumber(row.cost, YUAN_DECIMALS)}
            </GoLink>
          ),
      },
      {
        key: 'price',
        title: t('price'),
        unit: `${unitText('CNY')}/${unitText(subject.unit)}`,
        end: true,
        render: (row) => formatNumber(row.price, 4),
      },
    );
  columns.push({
    key: 'coverage',
    title: t('coverage'),
    render: (row) => {
      const quality = qualityOf(row.flags);
      return (
        <span className={styles.marks}>
          <CoverageMark coverage={shareOf(row.coverage)} />
          {row.unfinished && <span>{t('unfinished')}</span>}
          {quality && <QualityTag quality={quality} />}
        </span>
      );
    },
  });
  return columns;
}
