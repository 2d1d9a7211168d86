import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ItemFacts,
  openParts,
  PLAN_STEPS,
  type PlanAction,
  type PlanState,
  stepsFrom,
  takeStep,
} from './plan.ts';

const item = (rest: Partial<ItemFacts> = {}): ItemFacts => ({
  clauseNo: '4.1',
  finding: null,
  result: 'conform',
  severity: null,
  rectifyDeadline: null,
  rectifyResult: null,
  verifiedBy: null,
  ...rest,
});
const go = (state: PlanState, action: PlanAction, items = [item()]) => takeStep(state, action, items);

describe('a review plan', () => {
  test('goes from draft to closed, with a rectification where a clause does not conform', () => {
    const bad = item({ result: 'nonconform', finding: 'no ledger', rectifyDeadline: '2026-05-01' });
    const mended = { ...bad, rectifyResult: 'done', verifiedBy: 'Wu' };
    expect(go('draft', 'issue')).toEqual({ to: 'issued' });
    expect(go('issued', 'begin')).toEqual({ to: 'selfInspecting' });
    expect(go('selfInspecting', 'submit', [bad])).toEqual({ to: 'submitted' });
    expect(go('submitted', 'review')).toEqual({ to: 'reviewing' });
    expect(go('reviewing', 'rectify', [bad])).toEqual({ to: 'rectifying' });
    expect(go('rectifying', 'close', [bad])).toMatchObject({
      refused: { en: expect.stringContaining('4.1') },
    });
    expect(go('rectifying', 'close', [mended])).toEqual({ to: 'closed' });
  });

  test('says what is missing', () => {
    expect(go('draft', 'issue', [])).toMatchObject({ refused: { en: 'The plan has no check items yet' } });
    expect(go('selfInspecting', 'submit', [item({ result: null })])).toMatchObject({
      refused: { en: 'Clauses without a result: 4.1' },
    });
    expect(go('selfInspecting', 'submit', [item({ result: 'nonconform' })])).toHaveProperty('refused');
    expect(go('reviewing', 'rectify', [item()])).toHaveProperty('refused');
    expect(go('draft', 'close')).toMatchObject({ refused: { en: '“Close” cannot be done in this state' } });
  });

  test('never leaves an end, and reviewers alone issue, review, close', () => {
    for (const state of ['closed', 'cancelled'] as const) {
      expect(stepsFrom(state, true)).toEqual([]);
      expect(openParts(state)).toEqual([]);
    }
    expect(stepsFrom('draft', false)).toEqual([]);
    expect(stepsFrom('selfInspecting', false)).toEqual(['submit']);
    expect(stepsFrom('reviewing', true)).toEqual(['sendBack', 'rectify', 'close', 'cancel']);
  });

  test('whatever is tried in whatever order, a closed plan has every clause answered and mended', () => {
    const actions = fc.constantFrom(...(Object.keys(PLAN_STEPS) as PlanAction[]));
    const facts = fc.record({
      clauseNo: fc.constant('5.2'),
      finding: fc.option(fc.constant('x')),
      result: fc.option(fc.constantFrom('conform', 'nonconform', 'na')),
      severity: fc.constant(null),
      rectifyDeadline: fc.option(fc.constant('2026-01-01')),
      rectifyResult: fc.option(fc.constant('y')),
      verifiedBy: fc.option(fc.constant('z')),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(actions, fc.array(facts, { maxLength: 3 })), { maxLength: 30 }),
        (tries) => {
          let state: PlanState = 'draft';
          for (const [action, items] of tries) {
            const next = takeStep(state, action, items);
            if ('refused' in next) continue;
            state = next.to;
            if (state === 'closed')
              expect(
                items.every(
                  (one) => one.result !== null && (one.result !== 'nonconform' || one.verifiedBy !== null),
                ),
              ).toBe(true);
          }
        },
      ),
    );
  });
});
