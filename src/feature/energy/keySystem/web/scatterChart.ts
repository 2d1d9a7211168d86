import type { PointChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { type ChartWords, columnOf } from '#web/analysisFrame/analysis.ts';

/** An axis that holds the values, with a tenth of room. */
function axisOver(values: readonly number[], name: string): { name: string; min: number; max: number } {
  const most = Math.max(...values, 0) * 1.1 || 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return { name, min: 0, max: Math.ceil((most / power) * 2) * (power / 2) };
}

/** Output across, efficiency upwards; a colour for each system. */
export function scatterChart(answer: AnalysisAnswer, { say }: ChartWords): PointChart {
  const output = columnOf(answer, 'output');
  const column = columnOf(answer, 'efficiency');
  const names = [...new Set(answer.rows.map(({ cells }) => String(cells['name'])))];
  const points = answer.rows.map(({ cells }, row) => ({
    system: String(cells['name']),
    x: Number(cells['output'] ?? 0),
    y: Number(cells['efficiency'] ?? 0),
    value: Number(cells['efficiency'] ?? 0),
    name: String(cells['time']),
    row,
  }));
  return {
    kind: 'points',
    name: say({ zh: '负荷与效率', en: 'Load and efficiency' }),
    scale: scaleFor(column.unit ?? '', []),
    x: axisOver(points.map(({ x }) => x), `${say(output.label)} ${output.unit ?? ''}`), // prettier-ignore
    y: axisOver(points.map(({ y }) => y), say(column.label)), // prettier-ignore
    series: names.map((name, i) => ({
      key: name,
      label: name,
      color: { series: i + 1 },
      points: points.filter(({ system }) => system === name),
    })),
  };
}
