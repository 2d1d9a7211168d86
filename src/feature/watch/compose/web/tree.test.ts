import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compositionProblem,
  type CompositionTree,
  partKey,
  type RulePart,
  rulesOf,
} from '#contract/composition.ts';
import { compositionText } from '#domain/alarm/compositionText.ts';
import {
  added,
  changeGroup,
  EMPTY_TREE,
  groupAt,
  moved,
  onMeters,
  type Path,
  removed,
  withKind,
} from './tree.ts';

const TREE: CompositionTree = { kind: 'and', parts: [1, { kind: 'atLeast', need: 2, parts: [2, 3, 4] }, 5] };

describe('a tree of conditions', () => {
  it('grows, changes and shrinks where one points', () => {
    expect(added(EMPTY_TREE, [], 7)).toEqual({ kind: 'and', parts: [7] });
    expect(groupAt(added(TREE, [1], 9), [1])?.parts).toEqual([2, 3, 4, 9]);
    expect(removed(TREE, [1, 0]).parts[1]).toEqual({ kind: 'atLeast', need: 2, parts: [3, 4] });
    expect(removed(TREE, [1])).toEqual({ kind: 'and', parts: [1, 5] });
    expect(changeGroup(TREE, [1], (one) => withKind(one, 'or')).parts[1]).toEqual({ kind: 'or', parts: [2, 3, 4] });
    expect(withKind({ kind: 'or', parts: [1] }, 'atLeast')).toEqual({ kind: 'atLeast', need: 1, parts: [1] });
  }); // prettier-ignore

  it('moves a part line by line, into a group and out of it again', () => {
    let at: { tree: CompositionTree; path: Path } = { tree: TREE, path: [0] };
    const order = [];
    for (let i = 0; i < 6; i++) {
      at = moved(at.tree, at.path, 1);
      order.push(at.path);
    }
    expect(order).toEqual([[0, 0], [0, 1], [0, 2], [0, 3], [1], [2]]); // prettier-ignore
    expect(moved(at.tree, at.path, 1)).toEqual(at);
    for (let i = 0; i < 6; i++) at = moved(at.tree, at.path, -1);
    expect(at).toEqual({ tree: TREE, path: [0] });
    expect(moved(TREE, [0], -1)).toEqual({ tree: TREE, path: [0] });
  });

  it('keeps every rule whatever is moved', () => {
    const paths: readonly Path[] = [[0], [1], [2], [1, 0], [1, 1], [1, 2]];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), fc.constantFrom(1 as const, -1 as const))), (moves) => {
        let tree = TREE;
        for (const [path, by] of moves) ({ tree } = moved(tree, path, by));
        expect(rulesOf(tree).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
      }),
    );
  }); // prettier-ignore

  it('puts a rule to meters, a part each, and back to the meter of the whole', () => {
    const two = onMeters(TREE, [1, 0], [7, 8]);
    const named = [{ rule: 2, meter: 7 }, { rule: 2, meter: 8 }]; // prettier-ignore
    expect(groupAt(two, [1])?.parts).toEqual([...named, 3, 4]);
    expect(groupAt(onMeters(two, [1, 0], [8, 9]), [1])?.parts).toEqual([
      { rule: 2, meter: 9 },
      named[1],
      3,
      4,
    ]);
    expect(groupAt(onMeters(two, [1, 1], []), [1])?.parts).toEqual([named[0], 2, 3, 4]);
    expect(onMeters(TREE, [1], [7])).toEqual(TREE);
    expect(compositionProblem(two)).toBeNull();
    expect(rulesOf(two)).toEqual([1, 2, 2, 3, 4, 5]);
  });

  it('is said in words', () => {
    const name = (part: RulePart) => ({ zh: `规则${partKey(part)}`, en: `R${partKey(part)}` });
    expect(compositionText(TREE, name)).toEqual({
      zh: '规则1 且 （规则2、规则3、规则4中至少 2 项） 且 规则5',
      en: 'R1 and (at least 2 of R2, R3, R4) and R5',
    });
  });
});
