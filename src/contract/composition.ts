import * as z from 'zod';
import { type AlarmFigure, isPeer } from './alarmFigure.ts';
import type { Text } from './text.ts';

/** How parts of a composition make a whole. */
export const COMPOSITION_KINDS = ['and', 'or', 'atLeast'] as const;
type CompositionKind = (typeof COMPOSITION_KINDS)[number];

/** A rule as it is judged on a meter that is named. */
export interface MeterPart {
  readonly rule: number;
  readonly meter: number;
}

/** A rule, by its id: on the meter that the composition is put to, or on one that is named. */
export type RulePart = number | MeterPart;

/** A group of alarm rules and of further groups: all, any, or at least `need` of them must hold. */
export interface CompositionTree {
  readonly kind: CompositionKind;
  /** Of `atLeast` alone: 1 to the number of parts. */
  readonly need?: number | undefined;
  readonly parts: readonly (RulePart | CompositionTree)[];
}

/** The name of a part: the same rule on another meter is another part. */
export type PartKey = number | string;

export const partKey = (part: RulePart): PartKey =>
  typeof part === 'number' ? part : `${part.rule}@${part.meter}`;

/** The rule of a part, and the meter that it names; null = the one that the composition is put to. */
export const partOfKey = (key: PartKey): { readonly rule: number; readonly meter: number | null } => {
  const [rule, meter] = String(key).split('@').map(Number);
  return { rule: rule as number, meter: meter ?? null };
};

/** Groups in each other, and rules in all, at most. */
export const MOST_LEVELS = 5;
export const MOST_PARTS = 50;

/** Methods of rules that may be parts: what can be judged at an instant, and is no composition itself. */
export const PART_METHODS: readonly string[] = [
  'above',
  'below',
  'limitSet',
  'expression',
  'figure',
  'signal',
  'operations',
];

/**
 * Whether a rule may be a part. What compares a meter with others of its kind may not: late data of any of these would change
 * what the part said; nor may the demand of a month so far: late data change what it says of every later day.
 */
export const mayBePart = (method: string, figure: AlarmFigure | null): boolean =>
  PART_METHODS.includes(method) &&
  !(method === 'figure' && figure !== null && (isPeer(figure) || figure === 'monthDemand'));

const ruleId = z.int().min(1).max(2147483647);
const rulePart = z.union([ruleId, z.strictObject({ rule: ruleId, meter: ruleId })]);

type GroupSchema = z.ZodObject<{
  kind: z.ZodEnum<{ [K in CompositionKind]: K }>;
  need: z.ZodOptional<z.ZodInt>;
  parts: z.ZodArray<z.ZodType<RulePart | CompositionTree>>;
}>;

/** Of so many levels and no recursion: what nests deeper is refused before anything walks through it. */
const group = (levels: number): GroupSchema =>
  z.strictObject({
    kind: z.enum(COMPOSITION_KINDS),
    need: z.int().min(1).max(MOST_PARTS).optional(),
    parts: z.array(levels <= 1 ? rulePart : z.union([rulePart, group(levels - 1)])).max(MOST_PARTS),
  });

/** A composition as it is given; one level more than is taken, so that it is said what is wrong. */
export const compositionTree = group(MOST_LEVELS + 1);

export const isGroup = (part: RulePart | CompositionTree): part is CompositionTree =>
  typeof part === 'object' && 'parts' in part;

/** The parts of a composition that are rules, as often as they stand in it. */
const rulePartsOf = ({ parts }: CompositionTree): RulePart[] =>
  parts.flatMap((part) => (isGroup(part) ? rulePartsOf(part) : [part]));

/** The rules of a composition, as often as they stand in it. */
export const rulesOf = (tree: CompositionTree): number[] =>
  rulePartsOf(tree).map((part) => partOfKey(partKey(part)).rule);

/** The rules that are judged on meters which the composition names, and these meters. */
export const namedIn = (tree: CompositionTree): MeterPart[] =>
  rulePartsOf(tree).filter((part) => typeof part !== 'number');

const levelsOf = ({ parts }: CompositionTree): number =>
  1 + Math.max(0, ...parts.filter(isGroup).map(levelsOf));

/** What is wrong with a composition; null = nothing. */
export function compositionProblem(tree: CompositionTree): Text | null {
  if (levelsOf(tree) > MOST_LEVELS)
    return { zh: `最多 ${MOST_LEVELS} 层`, en: `at most ${MOST_LEVELS} levels` };
  if (rulesOf(tree).length > MOST_PARTS)
    return { zh: `最多 ${MOST_PARTS} 条规则`, en: `at most ${MOST_PARTS} rules` };
  return groupProblem(tree);
}

function groupProblem({ kind, need, parts }: CompositionTree): Text | null {
  if (parts.length === 0) return { zh: '每一组至少要有一条规则', en: 'each group needs at least one rule' };
  const rules = parts.flatMap((part) => (isGroup(part) ? [] : [partKey(part)]));
  if (new Set(rules).size < rules.length)
    return {
      zh: '同一组中同一表计的规则不能重复',
      en: 'a rule cannot stand twice in one group for the same meter',
    };
  if (kind === 'atLeast' && (need === undefined || need > parts.length))
    return {
      zh: `“至少 n 项”的 n 应在 1 到 ${parts.length} 之间`,
      en: `“at least n” takes 1 to ${parts.length} here`,
    };
  if (kind !== 'atLeast' && need !== undefined)
    return { zh: '只有“至少 n 项”才有 n', en: 'only “at least n” has an n' };
  for (const part of parts) {
    const problem = isGroup(part) ? groupProblem(part) : null;
    if (problem) return problem;
  }
  return null;
}
