import { sumOf } from '#domain/decimal/sum.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import type { EnergyNode, EnergyTree } from '#feature/meters/subject/contract.ts';
import type { MeterValues } from '#web/live/newest.ts';
import type { EnergyNow, FlowNode } from '../contract.ts';
import { powerOfParts } from '../domain/power.ts';

/**
 * The nodes with the powers that the feed told since they were read. What has become older than the present meanwhile is not
 * known, as the server says it. @param now ms, by the server's clock
 */
export function withPowers(
  answer: EnergyNow,
  values: ReadonlyMap<number, MeterValues>,
  now = answer.now,
): EnergyNow {
  const present = (meterId: number, told: Told): Told => {
    const live = values.get(meterId)?.[answer.powerCode];
    const { value, at } =
      live && live.ts >= (told.at ?? -Infinity) ? { value: live.value, at: live.ts } : told;
    return at !== null && now - at <= PRESENT_VALUE_MS ? { value, at } : { value: null, at: null };
  };
  const nodes = answer.nodes.map((node): FlowNode => {
    if (node.parts) {
      const parts = node.parts.map((part) => ({ ...part, ...present(part.meterId, part) }));
      return { ...node, parts, ...powerOfParts(parts) };
    }
    const { value, at } = present(node.ammeterId ?? 0, { value: node.power, at: node.powerAt });
    return { ...node, power: value, powerAt: at, counts: node.counts || value !== null };
  });
  return { ...answer, nodes };
}

/** A value and when it was told, ms. */
interface Told {
  readonly value: number | null;
  readonly at: number | null;
}

export type Basis = 'power' | 'today';

/** What a meter is shown by: its power, or its energy of today. */
const amountOf = (node: FlowNode, by: Basis): number | null =>
  by === 'power' ? node.power : node.today.value;

/** The meters right below a node. */
const childrenOf = (nodes: readonly FlowNode[], { name }: FlowNode): FlowNode[] =>
  nodes.filter((node) => node.parent === name);

/** Those of them that count now: a removed one has no power, and lacks none. */
const countedOf = (nodes: readonly FlowNode[], node: FlowNode): FlowNode[] =>
  childrenOf(nodes, node).filter(({ counts }) => counts);

/** What stands for the whole: the sum of the meters right below the subject; null while one of them is not known. */
export function wholeOf({ nodes }: EnergyNow, by: Basis): number | null {
  const [top] = nodes;
  if (!top) return null;
  if (by === 'today') return top.today.value;
  const parts = countedOf(nodes, top).map((node) => (node.power === null ? null : node.sign * node.power));
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

/**
 * Meters that have others below, with what is lost or not metered there, the largest first. A virtual one measures
 * nothing that could be lost. Energies of today are told over the time in which all of them are known.
 */
export function lossesOf({ nodes }: EnergyNow, by: Basis): LossRow[] {
  return nodes
    .filter((node) => node.ammeterId !== null && node.parts === null && countedOf(nodes, node).length > 0)
    .map((node): LossRow => {
      const { own, below } = by === 'today' ? knownToday(node) : knownNow(nodes, node);
      const rest = own === null || below === null ? null : sumOf([own, -below]);
      return { node, own, below, rest, share: rest === null || !own ? null : rest / own };
    })
    .toSorted((a, b) => (b.rest ?? -Infinity) - (a.rest ?? -Infinity));
}

type Sides = Pick<LossRow, 'own' | 'below'>;

function knownToday({ today, compared, rest }: FlowNode): Sides {
  return compared === null || rest === null
    ? { own: today.value, below: null }
    : { own: compared, below: sumOf([compared, -rest]) };
}

function knownNow(nodes: readonly FlowNode[], node: FlowNode): Sides {
  const parts = countedOf(nodes, node).map((child) => child.power);
  return { own: node.power, below: parts.every((one) => one !== null) ? sumOf(parts) : null };
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
      // How well the day is known says nothing of a power.
      coverage: by === 'today' ? node.today.coverage : null,
      flags: by === 'today' ? node.today.flags : [],
      compared: null,
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
