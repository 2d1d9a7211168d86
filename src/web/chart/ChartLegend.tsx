import { cssColor } from '#web/theme/palette.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { BucketChart, ChartSeries } from './ChartModel.ts';
import kit from '#web/ui/kit.module.css';
import styles from './chart.module.css';

function Sign({ series, hatched }: { series: ChartSeries; hatched?: boolean }) {
  const color = cssColor(series.color);
  if (series.kind === 'bar') {
    const hatch = `repeating-linear-gradient(135deg, ${color} 0 1.4px, transparent 1.4px 3.5px)`;
    return (
      <i
        className={kit.swatch}
        style={
          hatched
            ? { background: hatch, outline: `1px dashed ${color}`, outlineOffset: -1 }
            : { background: color }
        }
      />
    );
  }
  const late = typeof series.color === 'object' && 'series' in series.color && series.color.series > 6;
  return (
    <i
      className={styles.stroke}
      style={{ borderTop: `2px ${series.dashed || late ? 'dashed' : 'solid'} ${color}` }}
    />
  );
}

/** A stack is read from its top. */
function inReadingOrder(model: BucketChart): readonly ChartSeries[] {
  const stacked = model.series.filter((series) => series.stack).toReversed();
  return [...stacked, ...model.series.filter((series) => !series.stack)];
}

/** The legend in own HTML: no plot height is lost, and it reads out. */
export function ChartLegend({ model }: { model: BucketChart }) {
  const ui = useTexts<typeof import('#web/ui/texts.ts').texts>('ui');
  const open = model.series.find((series) => series.kind === 'bar' && series.unfinished?.length);
  return (
    <ul className={styles.legend}>
      {inReadingOrder(model).map((series) => (
        <li key={series.key}>
          <Sign series={series} />
          {series.label}
        </li>
      ))}
      {open && (
        <li>
          <Sign series={open} hatched />
          {ui('unfinished')}
        </li>
      )}
    </ul>
  );
}
