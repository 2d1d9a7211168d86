import * as z from 'zod';
import { type AlarmFigure, isPeer } from './alarmFigure.ts';
import type { Text } from './text.ts';

/** How parts of a composition make a whole. */
export const COMPOSITION_KINDS = ['and', 'or', 'atLeast'] as const;
type CompositionKind = (typeof COMPOSITION_KINDS)[number];

/** A group of alarm rules, by their ids, and of further groups: all, any, or at least `need` of them must hold. */
export interface CompositionTree {
  readonly kind: CompositionKind;
  /** Of `atLeast` alone: 1 to the number of parts. */
  readonly need?: number | undefined;
  readonly parts: readonly (number | CompositionTree)[];
}

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
 * what the part said.
 */
export const mayBePart = (method: string, figure: AlarmFigure | null): boolean =>
  PART_METHODS.includes(method) && !(method === 'figure' && figure !== null && isPeer(figure));

const ruleId = z.int().min(1).max(2147483647);

type GroupSchema = z.ZodObject<{
  kind: z.ZodEnum<{ [K in CompositionKind]: K }>;
  need: z.ZodOptional<z.ZodInt>;
  parts: z.ZodArray<z.ZodType<number | CompositionTree>>;
}>;

/** Of so many levels and no recursion: what nests deeper is refused before anything walks through it. */
const group = (levels: number): GroupSchema =>
  z.strictObject({
    kind: z.enum(COMPOSITION_KINDS),
    need: z.int().min(1).max(MOST_PARTS).optional(),
    parts: z.array(levels <= 1 ? ruleId : z.union([ruleId, group(levels - 1)])).max(MOST_PARTS),
  });

/** A composition as it is given; one level more than is taken, so that it is said what is wrong. */
export const compositionTree = group(MOST_LEVELS + 1);

const isGroup = (part: number | CompositionTree): part is CompositionTree => typeof part !== 'number';

/** The rules of a composition, as often as they stand in it. */
export const rulesOf = ({ parts }: CompositionTree): number[] =>
  parts.flatMap((part) => (isGroup(part) ? rulesOf(part) : [part]));

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
  const rules = parts.filter((part) => !isGroup(part));
  if (new Set(rules).size < rules.length)
    return { zh: '同一组中规则不能重复', en: 'a rule cannot stand twice in one group' };
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
