import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatFull, formatScaled, MISSING } from '#domain/figure/number.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import type { BucketChart, ChartModel, FlowChart, HeatChart, PointChart } from './ChartModel.ts';
import styles from './chart.module.css';
import { unitText } from '#web/ui/unit.ts';

export interface ChartTableProps {
  readonly model: ChartModel;
  readonly height: number | string;
  readonly onPick?: ((bucket: number) => void) | undefined;
}

/** The same numbers as a table: what a chart says to those who do not see it. */
export default function ChartTable({ model, height, onPick }: ChartTableProps) {
  return (
    <ScrollArea className={styles.tableHost} style={{ maxHeight: height }} label={model.name}>
      {model.kind === 'flow' ? (
        <FlowTable model={model} />
      ) : model.kind === 'points' ? (
        <PointTable model={model} />
      ) : model.kind === 'heat' ? (
        <HeatTable model={model} onPick={onPick} />
      ) : (
        <BucketTable model={model} onPick={onPick} />
      )}
    </ScrollArea>
  );
}

function BucketTable({
  model,
  onPick,
}: {
  model: BucketChart;
  onPick: ((bucket: number) => void) | undefined;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const ui = useTexts<typeof import('#web/ui/texts.ts').texts>('ui');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('bucket')}</th>
          {model.series.map((series) => (
            <th key={series.key} scope="col" className={styles.number}>
              {series.label} {unitText(model.scale.unit)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.x.names.map((name, i) => (
          <tr key={name}>
            <th scope="row">
              {onPick ? (
                <Button kind="link" onClick={() => onPick(i)}>
                  {name}
                </Button>
              ) : (
                name
              )}
              {model.series.some((series) => series.unfinished?.includes(i)) && (
                <span className={styles.note}> {ui('unfinished')}</span>
              )}
            </th>
            {model.series.map((series) => (
              <td key={series.key} className={styles.number} title={formatFull(series.values[i])}>
                {formatScaled(series.values[i], model.scale)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeatTable({ model, onPick }: { model: HeatChart; onPick: ((bucket: number) => void) | undefined }) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('bucket')}</th>
          {model.table.heads.map((head, i) => (
            <th key={i} scope="col" className={styles.number}>
              {head} {typeof model.table.rows[0]?.cells[i] === 'string' ? '' : unitText(model.scale.unit)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.table.rows.map(({ name, cells }, column) => (
          <tr key={name}>
            <th scope="row">
              {onPick ? (
                <Button kind="link" onClick={() => onPick(column)}>
                  {name}
                </Button>
              ) : (
                name
              )}
            </th>
            {cells.map((cell, i) => (
              <td
                key={i}
                className={styles.number}
                title={typeof cell === 'number' ? formatFull(cell) : undefined}
              >
                {typeof cell === 'string' ? cell : formatScaled(cell, model.scale)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FlowTable({ model }: { model: FlowChart }) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const labels = new Map(model.nodes.map((node) => [node.id, node.label]));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('from')}</th>
          <th scope="col">{t('to')}</th>
          <th scope="col" className={styles.number}>
            {t('value')} {unitText(model.scale.unit)}
          </th>
        </tr>
      </thead>
      <tbody>
        {model.flows.map((flow) => (
          <tr key={`${flow.from}>${flow.to}`}>
            <td>{labels.get(flow.from) ?? MISSING}</td>
            <td>{labels.get(flow.to) ?? MISSING}</td>
            <td className={styles.number} title={formatFull(flow.value)}>
              {formatScaled(flow.value, model.scale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PointTable({ model }: { model: PointChart }) {
  const t = useTexts<typeof import('./texts.ts').texts>('chart');
  const points = model.series.flatMap((series) =>
    series.points.map((point) => ({ ...point, label: series.label })),
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('bucket')}</th>
          {model.series.length > 1 && <th scope="col">{t('series')}</th>}
          <th scope="col" className={styles.number}>
            {t('value')} {unitText(model.scale.unit)}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={`${point.label} ${point.name}`}>
            <th scope="row">{point.name}</th>
            {model.series.length > 1 && <td>{point.label}</td>}
            <td className={styles.number} title={formatFull(point.value)}>
              {formatScaled(point.value, model.scale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
