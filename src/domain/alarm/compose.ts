import type { Sample } from './machine.ts';
import { truthVerdict } from './verdict.ts';

/** How parts make a whole: at least `need` of them must be true. `and` needs all, `or` needs one. */
export interface Composition<Part> {
  readonly kind: 'and' | 'or' | 'atLeast';
  /** Of `atLeast` alone: 1 to the number of parts. */
  readonly need?: number | undefined;
  readonly parts: readonly (Part | Composition<Part>)[];
}

const isComposition = <Part>(part: Part | Composition<Part>): part is Composition<Part> =>
  typeof part === 'object' && part !== null && 'parts' in part;

/**
 * The truth of a composition; null where what is unknown could decide (three-valued logic): an unknown part neither
 * raises nor clears.
 */
export function truthOf<Part>(
  whole: Composition<Part>,
  truth: (part: Part) => boolean | null,
): boolean | null {
  const values = whole.parts.map((part) => (isComposition(part) ? truthOf(part, truth) : truth(part)));
  const yes = values.filter((value) => value === true).length;
  const open = values.filter((value) => value === null).length;
  const need = whole.kind === 'and' ? values.length : whole.kind === 'or' ? 1 : (whole.need ?? 1);
  return yes >= need ? true : yes + open < need ? false : null;
}

/** The parts of a composition, each once, in the order in which they stand. */
export function partsOf<Part>(whole: Composition<Part>): Part[] {
  return [
    ...new Set(whole.parts.flatMap((part) => (isComposition(part) ? partsOf<Part>(part) : [part as Part]))),
  ];
}

/** A change of a part's truth at an instant (ms). */
export interface PartChange<Part> {
  readonly at: number;
  readonly part: Part;
  readonly truth: boolean | null;
}

/** The samples of a composition: one for each instant at which a part changes; unknown until a part is heard. */
export function composedSamples<Part>(
  whole: Composition<Part>,
  changes: readonly PartChange<Part>[],
): Sample[] {
  const now = new Map<Part, boolean | null>();
  const samples: Sample[] = [];
  const ordered = changes.toSorted((a, b) => a.at - b.at);
  ordered.forEach(({ at, part, truth }, i) => {
    now.set(part, truth);
    if (ordered[i + 1]?.at === at) return;
    const verdict = truthVerdict(truthOf(whole, (one) => now.get(one) ?? null));
    samples.push({ at, verdict, value: null });
  });
  return samples;
}
