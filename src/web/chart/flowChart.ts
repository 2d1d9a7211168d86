import { sumOf } from '#domain/decimal/sum.ts';
import type { FlowChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import type { ColorRef } from '#web/theme/palette.ts';
import type { EnergyNode, EnergyTree } from '#feature/meters/subject/contract.ts';
import type { Say } from '#web/text/useTexts.ts';

/** The phrases of charts. */
export type SayChart = Say<typeof import('./texts.ts').texts>;

interface Node {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly level: number;
  readonly rest?: boolean;
}

/** Levels shown; what lies deeper is in the table and in the provenance. */
const LEVELS = 3;
/** Ends below this share of the whole are drawn as one. */
const SMALL = 0.02;

/** What is left over is not drawn below this share: the error of the meters is as large. */
const TINY = 0.005;

/** Colours differ by level: energy 6, series 5, energy 5; what is not metered is grey. */
const COLORS: readonly ColorRef[] = [{ energy: 6 }, { series: 5 }, { energy: 5 }];
const colorOf = (node: Node): ColorRef => (node.rest ? 'text3' : (COLORS[node.level] ?? { energy: 5 }));

/**
 * Where the energy of a node went. It begins with the meters that stand for it where any of them has meters below,
 * else with the node itself. Null when nothing flows.
 */
export function flowChart({ tree, unit }: EnergyTree, name: string, t: SayChart): FlowChart | null {
  if (!tree) return null;
  const nodes: Node[] = [];
  const flows: { from: string; to: string; value: number }[] = [];
  const whole = tree.pP ?? 0;

  const add = (node: EnergyNode, level: number): Node | null => {
    if (node.pP === null || node.pP <= 0 || node.sign < 0) return null;
    const made: Node = { id: node.name, label: node.orgName, value: node.pP, level };
    nodes.push(made);
    if (level + 1 < LEVELS) below(node, level);
    return made;
  };
  const below = (node: EnergyNode, level: number): void => {
    const known = node.children.filter((child) => (child.pP ?? 0) > 0 && child.sign > 0);
    const small = known.filter((child) => child.children.length === 0 && (child.pP ?? 0) < whole * SMALL);
    const grouped = small.length > 1 ? small : [];
    for (const child of known) {
      if (grouped.includes(child)) continue;
      const made = add(child, level + 1);
      if (made) flows.push({ from: node.name, to: made.id, value: made.value });
    }
    const others = sumOf(grouped.map((child) => child.pP)) ?? 0;
    end(node.name, `${node.name} …`, t('others'), others, level + 1, false);
    end(node.name, `${node.name} ?`, t('rest'), node.rest ?? 0, level + 1, true);
  };
  const end = (
    from: string,
    id: string,
    label: string,
    value: number,
    level: number,
    rest: boolean,
  ): void => {
    if (value < whole * TINY) return;
    nodes.push({ id, label, value, level, rest });
    flows.push({ from, to: id, value });
  };

  const tops = tree.children.filter((child) => (child.pP ?? 0) > 0 && child.sign > 0);
  if (!tops.some((child) => child.children.length > 0)) add(tree, 0);
  else {
    for (const top of tops) {
      const made = add(top, 0);
      if (made && top.children.length === 0) end(made.id, `${made.id} ?`, t('rest'), made.value, 1, true);
    }
  }
  if (flows.length === 0) return null;
  return {
    kind: 'flow',
    name,
    scale: scaleFor(
      unit,
      nodes.map((node) => node.value),
    ),
    nodes: nodes.map((node) => ({ id: node.id, label: node.label, value: node.value, color: colorOf(node) })),
    flows,
  };
}

/** The meter behind a node of the flow; null for the node itself and for what is not metered. */
export function meterOfNode(node: EnergyNode | null, id: string): number | null {
  if (!node) return null;
  if (node.name === id) return node.dataAmmeterId;
  for (const child of node.children) {
    const found = meterOfNode(child, id);
    if (found !== null) return found;
  }
  return null;
}
