import type { SankeySeriesOption } from 'echarts/charts';
import type { TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { FONT_FAMILY } from '#web/theme/font.ts';
import { formatScaled } from '#domain/figure/number.ts';
import type { FlowChart } from './ChartModel.ts';
import type { Ink } from './ink.ts';
import { unitText } from '#web/ui/unit.ts';
import { cutText, textWidth, wrapText } from './labelText.ts';
import { tooltipFrame } from './tooltipFrame.ts';

export type FlowOption = ComposeOption<SankeySeriesOption | TooltipComponentOption>;

/** A node before others has little room beside it: one that is this share of the highest has its value below. */
const TWO_LINES = 0.15;
/** Width of a node, and the room between it and its label, px. */
const NODE = 8;
const BESIDE = 10;
const LEFT = 4;
const MARGIN = 6;
/** A line of a label, px, and the share of the height that may lie between nodes. */
const LINE = 16;
const BETWEEN = 0.6;

/**
 * The ECharts option of a flow chart; pure.
 * @param width of the canvas, px: a label ends before the next column, the last ones at the edge
 * @param height of the canvas, px: as far as it reaches, a label stands clear of the next one
 */
export function flowOption(model: FlowChart, ink: Ink, width: number, height: number): FlowOption {
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
        left: LEFT,
        right: labelRoom(model, width),
        top: MARGIN,
        bottom: MARGIN,
        nodeWidth: NODE,
        nodeGap: gapOf(model, height),
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: {
          color: ink.token('text'),
          fontSize: 12,
          formatter: labelOf(model, width),
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

/** The room between nodes: a line of a label, less where there are many. */
function gapOf(model: FlowChart, height: number): number {
  const begins = new Set(model.flows.map((flow) => flow.from));
  const gaps = Math.max(1, model.nodes.filter((node) => !begins.has(node.id)).length - 1);
  return Math.min(LINE, ((height - 2 * MARGIN) * BETWEEN) / gaps);
}

const amountText = ({ scale }: FlowChart, value: number | null): string =>
  formatScaled(value, { ...scale, decimals: 0 });

/** Name and amount of a node: below one another beside a high one, else in a line; cut to the room that there is. */
function labelOf(model: FlowChart, width: number): (node: { readonly name: string }) => string {
  const nodes = new Map(model.nodes.map((node) => [node.id, node]));
  const begins = new Set(model.flows.map((flow) => flow.from));
  const high = Math.max(...model.nodes.map((node) => node.value ?? 0)) * TWO_LINES;
  const right = labelRoom(model, width);
  const columns = Math.max(1, depthOf(model));
  const between = (width - LEFT - right - NODE) / columns - NODE - BESIDE;
  return ({ name }) => {
    const { label = name, value = null } = nodes.get(name) ?? {};
    const amount = amountText(model, value);
    if (begins.has(name) && (value ?? 0) > high)
      return [...wrapText(label, between, 3), `{under|${amount}}`].join('\n');
    const room = (begins.has(name) ? between : right - BESIDE) - textWidth(amount) - 5;
    return `${cutText(label, room)}{value|${amount}}`;
  };
}

/** Room for the longest label at the right end; less than half of a narrow canvas. */
function labelRoom(model: FlowChart, width: number): number {
  const begins = new Set(model.flows.map((flow) => flow.from));
  const widths = model.nodes
    .filter((node) => !begins.has(node.id))
    .map((node) => textWidth(`${node.label} ${amountText(model, node.value)}`) + BESIDE);
  return Math.min(200, width * 0.45, Math.max(60, ...widths));
}

/** Columns behind the first: the longest way along the flows. A circle ends after as many as there are nodes. */
function depthOf({ nodes, flows }: FlowChart): number {
  const depths = new Map(nodes.map((node) => [node.id, 0]));
  for (let round = 0, moved = true; moved && round < nodes.length; round += 1) {
    moved = false;
    for (const { from, to } of flows) {
      const next = (depths.get(from) ?? 0) + 1;
      if (next <= (depths.get(to) ?? 0)) continue;
      depths.set(to, next);
      moved = true;
    }
  }
  return Math.max(0, ...depths.values());
}
