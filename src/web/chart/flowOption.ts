import type { SankeySeriesOption } from 'echarts/charts';
import type { TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { FONT_FAMILY } from '#web/theme/font.ts';
import { formatScaled } from '#domain/figure/number.ts';
import type { FlowChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { unitText } from '#web/ui/unit.ts';
import { tooltipFrame } from './tooltipFrame.ts';

export type FlowOption = ComposeOption<SankeySeriesOption | TooltipComponentOption>;

/** A node before others has little room beside it: one that is this share of the highest has its value below. */
const TWO_LINES = 0.15;

/** The ECharts option of a flow chart; pure. */
export function flowOption(model: FlowChart, ink: Ink): FlowOption {
  const labels = new Map(model.nodes.map((node) => [node.id, node.label]));
  const values = new Map(model.nodes.map((node) => [node.id, node.value]));
  const begins = new Set(model.flows.map((flow) => flow.from));
  const high = Math.max(...model.nodes.map((node) => node.value ?? 0)) * TWO_LINES;
  return {
    animation: false,
    textStyle: { fontFamily: FONT_FAMILY },
    tooltip: {
      ...tooltipFrame(ink),
      valueFormatter: (value) =>
        `${formatScaled(Number(value) * model.scale.factor, model.scale)} ${unitText(model.scale.unit)}`,
    },
    series: [
      {
        type: 'sankey',
        left: 4,
        right: labelRoom(model),
        top: 6,
        bottom: 6,
        nodeWidth: 8,
        nodeGap: 10,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: {
          color: ink.token('text'),
          fontSize: 12,
          formatter: ({ name }) =>
            `${labels.get(name) ?? name}${begins.has(name) && (values.get(name) ?? 0) > high ? '\n{under|' : '{value|'}${formatScaled(values.get(name), { ...model.scale, decimals: 0 })}}`,
          rich: {
            value: { color: ink.token('text2'), fontSize: 12, padding: [0, 0, 0, 5] },
            under: { color: ink.token('text2'), fontSize: 12, lineHeight: 16 },
          },
        },
        lineStyle: { color: 'source', opacity: ink.dark ? 0.26 : 0.18, curveness: 0.5 },
        data: model.nodes.map((node) => ({
          name: node.id,
          ...(node.value === null ? {} : { value: node.value / model.scale.factor }),
          itemStyle: { color: ink.color(node.color), borderWidth: 0 },
        })),
        links: model.flows.map((flow) => ({
          source: flow.from,
          target: flow.to,
          value: flow.value / model.scale.factor,
        })),
      },
    ],
  };
}

/** Room for the longest label at the right end; Chinese characters are twice as wide. */
function labelRoom({ nodes, flows, scale }: FlowChart): number {
  const begins = new Set(flows.map((flow) => flow.from));
  const widths = nodes
    .filter((node) => !begins.has(node.id))
    .map((node) => {
      const text = `${node.label} ${formatScaled(node.value, { ...scale, decimals: 0 })}`;
      return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12.5 : 6.8), 10);
    });
  return Math.min(200, Math.max(60, ...widths));
}
