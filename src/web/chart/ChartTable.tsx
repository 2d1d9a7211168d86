import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatFull, formatScaled, MISSING } from '#domain/figure/number.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import { unitText } from '#web/ui/unit.ts';
import type { BucketChart, ChartModel, FlowChart, HeatChart, PointChart } from './ChartModel.ts';
import styles from './chart.module.css';

export interface ChartTableProps {
  readonly model: ChartModel;
  readonly height: number | string;
  readonly onPick?: ((bucket: number) => void) | undefined;
}

/** The same numbers as a table: what a chart says to those who do not see it. */
export default function ChartTable(props: ChartTableProps) {
  const { model } = props;
  switch (model.kind) {
    case 'flow':
      return <Flows {...props} model={model} />;
    case 'points':
      return <Points {...props} model={model} />;
    case 'heat':
      return <Heat {...props} model={model} />;
    default:
      return <Buckets {...props} model={model} />;
  }
}

type Of<M> = ChartTableProps & { readonly model: M };

interface SheetProps<R> extends ChartTableProps {
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
}

function Sheet<R>({ model, height, columns, rows, keyOf }: SheetProps<R>) {
  return (
    <Table<R>
      look="sheet"
      className={styles.table}
      scroll={{ label: model.name, height }}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
    />
  );
}

/** What names a row; pressed, it opens the bucket. */
function Name({ name, onPick }: { readonly name: string; readonly onPick: (() => void) | undefined }) {
  if (!onPick) return name;
  return (
    <Button kind="link" onClick={onPick}>
      {name}
    </Button>
  );
}

function Buckets(props: Of<BucketChart>) {
  const { series, scale, x } = props.model;
  const { onPick } = props;
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const ui = useTexts<typeof import('#web/ui/texts.ts').texts>('ui');
  const rows = x.names.map((name, i) => ({ name, i }));
  const columns: TableColumn<(typeof rows)[number]>[] = [
    {
      key: 'bucket',
      title: t('bucket'),
      rowHead: true,
      render: ({ name, i }) => (
        <>
          <Name name={name} onPick={onPick && (() => onPick(i))} />
          {series.some(({ unfinished }) => unfinished?.includes(i)) && (
            <span className={styles.note}> {ui('unfinished')}</span>
          )}
          {series.some(({ unmeasured }) => unmeasured?.includes(i)) && (
            <span className={styles.note}> {ui('unmeasured')}</span>
          )}
        </>
      ),
    },
    ...series.map(({ key, label, values }) => ({
      key,
      title: `${label} ${unitText(scale.unit)}`,
      end: true,
      hint: ({ i }: { readonly i: number }) => formatFull(values[i]),
      render: ({ i }: { readonly i: number }) => formatScaled(values[i], scale),
    })),
  ];
  return <Sheet {...props} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

function Heat(props: Of<HeatChart>) {
  const { table, scale } = props.model;
  const { onPick } = props;
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  type Row = HeatChart['table']['rows'][number];
  const columns: TableColumn<Row>[] = [
    {
      key: 'bucket',
      title: t('bucket'),
      rowHead: true,
      render: ({ name }, i) => <Name name={name} onPick={onPick && (() => onPick(i))} />,
    },
    ...table.heads.map((head, i): TableColumn<Row> => {
      const unit = typeof table.rows[0]?.cells[i] === 'string' ? '' : unitText(scale.unit);
      return {
        key: String(i),
        title: `${head} ${unit}`,
        end: true,
        hint: ({ cells }) => (typeof cells[i] === 'number' ? formatFull(cells[i]) : undefined),
        render: ({ cells }) => (typeof cells[i] === 'string' ? cells[i] : formatScaled(cells[i], scale)),
      };
    }),
  ];
  return <Sheet {...props} columns={columns} rows={table.rows} keyOf={({ name }) => name} />;
}

function Flows(props: Of<FlowChart>) {
  const { nodes, flows, scale } = props.model;
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const labels = new Map(nodes.map((node) => [node.id, node.label]));
  const columns: TableColumn<FlowChart['flows'][number]>[] = [
    { key: 'from', title: t('from'), render: ({ from }) => labels.get(from) ?? MISSING },
    { key: 'to', title: t('to'), render: ({ to }) => labels.get(to) ?? MISSING },
    {
      key: 'value',
      title: `${t('value')} ${unitText(scale.unit)}`,
      end: true,
      hint: ({ value }) => formatFull(value),
      render: ({ value }) => formatScaled(value, scale),
    },
  ];
  return <Sheet {...props} columns={columns} rows={flows} keyOf={({ from, to }) => `${from}>${to}`} />;
}

function Points(props: Of<PointChart>) {
  const { series, scale } = props.model;
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const rows = series.flatMap(({ points, label }) => points.map((point) => ({ ...point, label })));
  type Row = (typeof rows)[number];
  const ofSeries: TableColumn<Row> = { key: 'series', title: t('series'), render: ({ label }) => label };
  const columns: TableColumn<Row>[] = [
    { key: 'bucket', title: t('bucket'), rowHead: true, render: ({ name }) => name },
    ...(series.length > 1 ? [ofSeries] : []),
    {
      key: 'value',
      title: `${t('value')} ${unitText(scale.unit)}`,
      end: true,
      hint: ({ value }) => formatFull(value),
      render: ({ value }) => formatScaled(value, scale),
    },
  ];
  return <Sheet {...props} columns={columns} rows={rows} keyOf={({ label, name }) => `${label} ${name}`} />;
}
