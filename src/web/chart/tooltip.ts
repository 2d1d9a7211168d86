import { say } from '#web/text/useTexts.ts';
import { formatScaled } from '#domain/figure/number.ts';
import type { BucketChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { unitText } from '#web/ui/unit.ts';

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The tooltip of a bucket: its name and period, then every series with its value; HTML for ECharts. */
export function tooltipOf(model: BucketChart, bucket: number, ink: Ink): string {
  const middle = model.x.at?.[bucket] ?? bucket + 0.5;
  const period = model.shading?.find((part) => part.from <= middle && middle < part.to)?.period;
  const head = [model.x.names[bucket] ?? '', period ? say(`chart.tariff${period}`) : '']
    .filter(Boolean)
    .join(' ');
  const rows = model.series.map((series) => {
    const unfinished = series.unfinished?.includes(bucket) ? ` ${say('ui.unfinished')}` : '';
    const unmeasured = series.unmeasured?.includes(bucket) ? ` ${say('ui.unmeasured')}` : '';
    return (
      `<tr><td style="color:${ink.token('text2')}">${escape(series.label)}${unfinished}${unmeasured}</td>` +
      `<td style="text-align:right;font-weight:600;padding-left:16px">${formatScaled(series.values[bucket], model.scale)}</td>` +
      `<td style="color:${ink.token('text2')}">${escape(unitText(model.scale.unit))}</td></tr>`
    );
  });
  return `<b style="font-weight:600">${escape(head)}</b><table>${rows.join('')}</table>`;
}
