import { formatNumber, formatPercent, MISSING, tableScaleFor, formatScaled } from '#domain/figure/number.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { EnergyNow, FlowNode } from '../contract.ts';
import { type Basis, type LossRow, lossesOf, type RankRow, rankingOf } from './energyModel.ts';
import { MeterButton } from './MeterButton.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

export interface EnergyTableProps {
  readonly answer: EnergyNow;
  readonly by: Basis;
}

const SHOWN = 20;
const unitOf = (answer: EnergyNow, by: Basis): string => (by === 'power' ? answer.powerUnit : answer.unit);

const Name = ({ node }: { readonly node: FlowNode }) =>
  node.ammeterId === null ? node.shownName : <MeterButton id={node.ammeterId}>{node.shownName}</MeterButton>;

/** The meters that take most. */
export function Ranking({ answer, by }: EnergyTableProps) {
  const t = useLiveTexts();
  const rows = rankingOf(answer, by).slice(0, SHOWN);
  const scale = tableScaleFor(unitOf(answer, by), rows.map((row) => row.value)); // prettier-ignore
  return (
    <Panel title={t('ranking')} flush>
      <Table<RankRow>
        look="panel"
        label={t('ranking')}
        columns={[
          { key: 'rank', title: t('rank'), end: true, render: (_row, i) => i + 1 },
          { key: 'meter', title: t('meter'), rowHead: true, render: (row) => <Name node={row.node} /> },
          {
            key: 'value',
            title: by === 'power' ? t('byPower') : t('byToday'),
            unit: scale.unit,
            end: true,
            render: (row) => (row.value === null ? MISSING : formatScaled(row.value, scale)),
          },
          { key: 'share', title: t('share'), end: true, render: (row) => formatPercent(row.share, 1) },
        ]}
        rows={rows}
        keyOf={(row) => row.node.name}
        scroll={{ label: t('ranking'), height: 420 }}
        empty={<EmptyState why={t('noEnergy')} height={120} />}
      />
    </Panel>
  );
}

/** What the meters below leave open of those over them. */
export function Losses({ answer, by }: EnergyTableProps) {
  const t = useLiveTexts();
  const rows = lossesOf(answer, by).slice(0, SHOWN);
  const scale = tableScaleFor(unitOf(answer, by), rows.flatMap((row) => [row.own, row.below])); // prettier-ignore
  const cell = (value: number | null): string => (value === null ? MISSING : formatScaled(value, scale));
  return (
    <Panel title={t('loss')} unit={scale.unit} flush>
      <Table<LossRow>
        look="panel"
        label={t('loss')}
        columns={[
          { key: 'meter', title: t('meter'), rowHead: true, render: (row) => <Name node={row.node} /> },
          { key: 'own', title: t('value'), end: true, render: (row) => cell(row.own) },
          { key: 'below', title: t('below'), end: true, render: (row) => cell(row.below) },
          { key: 'rest', title: t('difference'), end: true, render: (row) => cell(row.rest) },
          {
            key: 'share',
            title: t('share'),
            end: true,
            render: (row) => (row.share === null ? MISSING : `${formatNumber(row.share * 100, 1)}%`),
          },
        ]}
        rows={rows}
        keyOf={(row) => row.node.name}
        scroll={{ label: t('loss'), height: 420 }}
        empty={<EmptyState why={t('noLoss')} height={120} />}
      />
    </Panel>
  );
}
