import { sumOf } from '#domain/decimal/sum.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import type { EnergyNode, EnergyTree } from '#feature/meters/subject/contract.ts';
import type { MeterValues } from '#web/live/newest.ts';
import type { EnergyNow, FlowNode } from '../contract.ts';

/**
 * The nodes with the powers that the feed told since they were read. What has become older than the present meanwhile is not
 * known, as the server says it. @param now ms, by the server's clock
 */
export function withPowers(
  answer: EnergyNow,
  values: ReadonlyMap<number, MeterValues>,
  now = answer.now,
): EnergyNow {
  const nodes = answer.nodes.map((node): FlowNode => {
    const live = values.get(node.ammeterId ?? 0)?.[answer.powerCode];
    const told = { value: node.power, ts: node.powerAt };
    const { value, ts } = live && live.ts >= (told.ts ?? -Infinity) ? live : told;
    return ts !== null && now - ts <= PRESENT_VALUE_MS
      ? { ...node, power: value, powerAt: ts }
      : { ...node, power: null, powerAt: null };
  });
  return { ...answer, nodes };
}

export type Basis = 'power' | 'today';

/** What a meter is shown by: its power, or its energy of today. */
const amountOf = (node: FlowNode, by: Basis): number | null =>
  by === 'power' ? node.power : node.today.value;

/** The meters right below a node. */
const childrenOf = (nodes: readonly FlowNode[], { name }: FlowNode): FlowNode[] =>
  nodes.filter((node) => node.parent === name);

/** What stands for the whole: the sum of the meters right below the subject; null while one of them is not known. */
export function wholeOf({ nodes }: EnergyNow, by: Basis): number | null {
  const [top] = nodes;
  if (!top) return null;
  if (by === 'today') return top.today.value;
  const parts = childrenOf(nodes, top).map((node) => (node.power === null ? null : node.sign * node.power));
  return parts.length > 0 && parts.every((one) => one !== null) ? sumOf(parts) : null;
}

/** A meter with meters below, and what they leave open of it. */
export interface LossRow {
  readonly node: FlowNode;
  readonly own: number | null;
  /** Null while one of those below is not known: a part would look like a loss. */
  readonly below: number | null;
  readonly rest: number | null;
  readonly share: number | null;
}

/** Meters that have others below, with what is lost or not metered there, the largest first. */
export function lossesOf({ nodes }: EnergyNow, by: Basis): LossRow[] {
  return nodes
    .filter((node) => node.ammeterId !== null)
    .flatMap((node): LossRow[] => {
      const parts = childrenOf(nodes, node).map((child) => amountOf(child, by));
      if (parts.length === 0) return [];
      const own = amountOf(node, by);
      const below = parts.every((one) => one !== null) ? sumOf(parts) : null;
      const rest = own === null || below === null ? null : sumOf([own, -below]);
      return [{ node, own, below, rest, share: rest === null || !own ? null : rest / own }];
    })
    .toSorted((a, b) => (b.rest ?? -Infinity) - (a.rest ?? -Infinity));
}

/** A meter's place. */
export interface RankRow {
  readonly node: FlowNode;
  readonly value: number | null;
  readonly share: number | null;
}

/** Meters without others below them, those that take most first; what is not known at the end. */
export function rankingOf(answer: EnergyNow, by: Basis): RankRow[] {
  const whole = wholeOf(answer, by);
  const parents = new Set(answer.nodes.map((node) => node.parent));
  const seen = new Set<number>();
  return answer.nodes
    .filter((node) => {
      if (node.ammeterId === null || parents.has(node.name) || seen.has(node.ammeterId)) return false;
      seen.add(node.ammeterId);
      return true;
    })
    .map((node) => {
      const value = amountOf(node, by);
      return { node, value, share: value === null || !whole ? null : value / whole };
    })
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
}

/** The tree as the flow chart takes it, by power or by energy. */
export function treeOf(answer: EnergyNow, by: Basis): EnergyTree {
  const losses = new Map(lossesOf(answer, by).map((row) => [row.node.name, row.rest]));
  const build = (node: FlowNode): EnergyNode => {
    const value = node.ammeterId === null ? wholeOf(answer, by) : amountOf(node, by);
    return {
      name: node.name,
      orgName: node.shownName,
      orgId: null,
      dataAmmeterId: node.ammeterId,
      sign: node.sign,
      level: node.level,
      value,
      pP: value,
      coverage: node.today.coverage,
      flags: node.today.flags,
      rest: losses.get(node.name) ?? null,
      children: childrenOf(answer.nodes, node).map(build),
    };
  };
  const [top] = answer.nodes;
  return {
    unit: by === 'power' ? answer.powerUnit : answer.unit,
    from: answer.now,
    to: answer.now,
    tree: top ? build(top) : null,
  };
}
