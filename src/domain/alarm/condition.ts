import type { Text } from '#contract/text.ts';
import { type PartKey, partOfKey } from '#contract/composition.ts';
import { type Composition, partsOf, truthOf } from './compose.ts';
import { evaluate, namesOf } from './expression/evaluate.ts';
import type { Node } from './expression/node.ts';
import type { FigureOf } from './figure.ts';
import type { Sample } from './machine.ts';
import { type Holds, Past, type Reading } from './past.ts';
import { type Limit, truthVerdict, type Verdict, verdictOf } from './verdict.ts';

/** A condition over values of a meter; parts of a composition by their names, those on other meters over values of these. */
export type Condition =
  | {
      readonly kind: 'limits';
      readonly code: string;
      readonly limits: readonly Limit[];
      /** It stands for a figure or a position, which is no value of the meter. */
      readonly of?: FigureOf | 'signal';
    }
  | { readonly kind: 'expression'; readonly text: string; readonly node: Node }
  | {
      readonly kind: 'composition';
      readonly whole: Composition<PartKey>;
      readonly parts: ReadonlyMap<PartKey, Part>;
    };

/** A rule as part of a composition. */
interface Part {
  readonly name: Text;
  readonly condition: Condition;
}

/** The data codes of the values that a condition asks for, each once, with the longest span (ms) asked of each. */
export function asksFor(condition: Condition): Map<string, number> {
  if (condition.kind === 'limits') return new Map(condition.of ? [] : [[condition.code, 0]]);
  if (condition.kind === 'expression') return namesOf(condition.node);
  const all = new Map<string, number>();
  for (const part of condition.parts.values())
    for (const [code, ms] of asksFor(part.condition)) all.set(code, Math.max(all.get(code) ?? 0, ms));
  return all;
}

/** How long before an instant (ms) a reading may lie that still decides what a condition says at it. */
export const lookBackOf = (condition: Condition, holdMs: number): number =>
  Math.max(holdMs, ...asksFor(condition).values());

/** What a condition says at the newest reading that was taken. */
export function verdictAt(condition: Condition, past: Past): Verdict {
  switch (condition.kind) {
    case 'limits':
      return verdictOf(past.value(condition.code), condition.limits);
    case 'expression':
      return truthVerdict(
        evaluate(condition.node, {
          value: (name) => past.value(name),
          window: (of, name, ms) => past.window(of, name, ms),
        }),
      );
    case 'composition':
      return composedVerdict(condition.whole, partVerdicts(condition, past));
  }
}

/** What each part of a composition says, in the order in which they stand. */
function partVerdicts(
  { whole, parts }: Extract<Condition, { kind: 'composition' }>,
  past: Past,
): Map<PartKey, Verdict> {
  return new Map(
    partsOf(whole).map((id) => {
      const part = parts.get(id);
      return [id, part ? verdictAt(part.condition, past) : 'unknown'];
    }),
  );
}

/**
 * What parts say together. A part inside its dead band does not help to raise, and keeps what was raised: the whole is
 * inside its dead band where it holds with these parts and does not without.
 */
export function composedVerdict(
  whole: Composition<PartKey>,
  verdicts: ReadonlyMap<PartKey, Verdict>,
): Verdict {
  const truth = (holds: boolean) => (part: PartKey) => {
    const verdict = verdicts.get(part) ?? 'unknown';
    return verdict === 'unknown' ? null : verdict === 'raise' || (holds && verdict === 'hold');
  };
  const raises = truthOf(whole, truth(false));
  const keeps = truthOf(whole, truth(true));
  if (raises === true) return 'raise';
  if (keeps === false) return 'clear';
  return raises === null || keeps === null ? 'unknown' : 'hold';
}

/** Why a condition says what it says at an instant: the values it asks for, and what each part of a composition says. */
export interface Why {
  readonly values: readonly { readonly code: string; readonly value: number | null }[];
  readonly parts: readonly {
    readonly key: PartKey;
    readonly id: number;
    /** The meter that it names; null = the one that is judged. */
    readonly meterId: number | null;
    readonly name: Text;
    readonly verdict: Verdict;
    /** Of a part on a figure: which it is, and what it was (null = not known). */
    readonly figure: { readonly of: FigureOf; readonly value: number | null } | null;
    /** Of a part on signal points: those that were in an alarm state, or where none was all, each with its state (null = not known). */
    readonly points: readonly { readonly name: Text; readonly state: Text | null }[];
  }[];
}

/** What a condition was judged by at the last of some readings, which are in the order of time. */
export function whyAt(
  condition: Condition,
  readings: readonly Reading[],
  holds: Holds,
  standing: readonly string[] = [],
): Why {
  const codes = [...asksFor(condition).keys()];
  const past = new Past(codes, holds, standing);
  for (const one of readings) past.take(one);
  return {
    values: codes.map((code) => ({ code, value: past.value(code) })),
    parts:
      condition.kind === 'composition'
        ? [...partVerdicts(condition, past)].map(([key, verdict]) => {
            const part = condition.parts.get(key);
            const of = part?.condition.kind === 'limits' ? part.condition : null;
            const { rule: id, meter: meterId } = partOfKey(key);
            return {
              key,
              id,
              meterId,
              name: part?.name ?? { zh: `#${id}`, en: `#${id}` },
              verdict,
              figure:
                of?.of !== undefined && of.of !== 'signal' ? { of: of.of, value: past.value(of.code) } : null,
              points: [],
            };
          })
        : [],
  };
}

/** What a condition says of readings, at each that tells something of what it asks for (`codes`). Readings come in the order of time. */
export function computedSamples(
  readings: readonly Reading[],
  condition: Condition,
  past: Past,
  codes: readonly string[] = [...asksFor(condition).keys()],
): Sample[] {
  return readings.flatMap((reading): Sample[] => {
    past.take(reading);
    return tells(reading, codes)
      ? [{ at: reading.at, verdict: verdictAt(condition, past), value: null }]
      : [];
  });
}

/** Whether a reading tells any of some codes. */
export const tells = ({ values }: Reading, codes: readonly string[]): boolean =>
  codes.some((code) => values[code] !== undefined);
