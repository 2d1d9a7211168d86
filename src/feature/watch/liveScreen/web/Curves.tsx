import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { groupedBy } from '#domain/group.ts';
import { secondAt } from '#domain/time/text.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { SeriesWire } from '../contract.ts';
import styles from './Live.module.css';
import { MeterButton } from './MeterButton.tsx';
import { type DrawnSeries, meanOfSeries, seriesChart } from './seriesChart.ts';
import { useLiveTexts } from './useLiveTexts.ts';

export interface CurvesProps {
  readonly list: readonly SeriesWire[];
  /** All that were asked for, in their order: their colours. */
  readonly items: readonly string[];
  readonly span: { readonly from: number; readonly to: number };
  readonly onRemove?: ((key: string) => void) | undefined;
}

const keyOf = ({ ammeterId, dataCode }: SeriesWire): string => `${ammeterId}.${dataCode}`;

/** A chart a unit, one below the other with one crosshair, and a table of what they told. */
export function Curves({ list, items, span, onRemove }: CurvesProps) {
  const t = useLiveTexts();
  const say = useText();
  const drawn = list.map((series): DrawnSeries => ({
    series,
    label: `${series.ammeterName} ${say(series.label)}`,
    ix: Math.max(0, items.indexOf(keyOf(series))),
  }));
  const groups = [
    ...groupedBy(drawn, ({ series }) => `${series.kind === 'register' ? 'sum' : 'value'} ${series.unit}`),
  ];
  return (
    <>
      {groups.map(([unit, group]) => {
        const [first, ...others] = group;
        const name =
          others.length === 0 && first ? first.label : say(first?.series.label ?? { zh: '', en: '' });
        const words = {
          name,
          upperAlarm: t('upperAlarm'),
          upperWarning: t('upperWarning'),
          lowerWarning: t('lowerWarning'),
          lowerAlarm: t('lowerAlarm'),
        };
        const empty = group.every(({ series }) => series.points.every(([, value]) => value === null));
        return (
          <ChartPanel
            key={unit}
            model={seriesChart(group, span, words)}
            height={groups.length > 1 ? 220 : 360}
            group="curves"
            {...(empty ? { instead: <EmptyState why={t('noPoints')} height={220} /> } : {})}
          />
        );
      })}
      <Told list={drawn} onRemove={onRemove} />
    </>
  );
}

/** Last, lowest, highest and mean of each, and its alarms. */
function Told({
  list,
  onRemove,
}: {
  readonly list: readonly DrawnSeries[];
  readonly onRemove: CurvesProps['onRemove'];
}) {
  const t = useLiveTexts();
  const columns = useToldColumns(onRemove !== undefined);
  const removal = (remove: (key: string) => void): TableColumn<DrawnSeries> => ({
    key: 'remove',
    title: '',
    label: t('clear'),
    render: (row) => (
      <Button
        kind="link"
        aria-label={t('remove', { name: row.label })}
        onClick={() => remove(keyOf(row.series))}
      >
        ×
      </Button>
    ),
  });
  return (
    <Panel flush>
      <Table<DrawnSeries>
        look="panel"
        label={t('curves')}
        columns={onRemove ? [...columns, removal(onRemove)] : columns}
        rows={list}
        keyOf={(row) => keyOf(row.series)}
        scroll={{ label: t('curves') }}
      />
    </Panel>
  );
}

const known = ({ series }: DrawnSeries): number[] => series.points.flatMap(([, value]) => value ?? []);
const lastOf = ({ series }: DrawnSeries) => series.points.findLast(([, value]) => value !== null);
const number = (value: number | null | undefined): string =>
  value == null ? MISSING : formatNumber(value, 2);

/** @param opens whether a name opens the popup of its meter, as none is open yet */
function useToldColumns(opens: boolean): TableColumn<DrawnSeries>[] {
  const t = useLiveTexts();
  return [
    {
      key: 'curve',
      title: t('curve'),
      rowHead: true,
      render: (row) => (
        <>
          {opens ? (
            <MeterButton id={row.series.ammeterId}>{row.label}</MeterButton>
          ) : (
            <PageLink kind="meter" id={row.series.ammeterId}>
              {row.label}
            </PageLink>
          )}
          {row.series.thinnedFrom !== null && (
            <small className={styles.old}> {t('thinned', { n: row.series.thinnedFrom })}</small>
          )}
        </>
      ),
    },
    {
      key: 'last',
      title: t('last'),
      end: true,
      render: (row) => `${number(lastOf(row)?.[1])} ${row.series.unit}`,
    },
    {
      key: 'at',
      title: t('at'),
      render: (row) => {
        const at = lastOf(row)?.[0];
        return at === undefined ? MISSING : secondAt(row.series.timeZone, at);
      },
    },
    { key: 'min', title: t('min'), end: true, render: (row) => number(lowest(known(row))) },
    { key: 'max', title: t('max'), end: true, render: (row) => number(highest(known(row))) },
    { key: 'mean', title: t('mean'), end: true, render: ({ series }) => number(meanOfSeries(series)) },
    { key: 'alarms', title: t('alarms'), end: true, render: (row) => row.series.alarms.length },
  ];
}

const lowest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));
const highest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
