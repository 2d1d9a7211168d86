import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import { judgeReply, planAfter, type PlanEvent } from './planCourse.ts';

const EVENTS: readonly PlanEvent[] = ['submit', 'return', 'approve', 'issue', 'accept', 'refuse', 'giveUp', 'begin', 'end', 'lapse', 'revoke']; // prettier-ignore
const STATES = Object.keys(PLAN_STATES) as PlanState[];

const follow = (...events: readonly PlanEvent[]): PlanState =>
  events.reduce<PlanState>((state, event) => planAfter(state, event) ?? state, 'draft');

it('a plan goes from draft to its end', () => {
  expect(follow('submit', 'approve', 'issue', 'accept', 'begin', 'end')).toBe('finished');
  expect(follow('submit', 'return')).toBe('draft');
  expect(follow('submit', 'approve', 'issue', 'giveUp')).toBe('unanswered');
  expect(follow('submit', 'approve', 'issue', 'giveUp', 'issue', 'accept')).toBe('accepted');
  expect(follow('submit', 'approve', 'issue', 'refuse', 'revoke')).toBe('revoked');
  expect(follow('submit', 'lapse')).toBe('revoked');
  expect(follow('submit', 'approve', 'lapse')).toBe('revoked');
  // What the device was sent, or has loaded, does not lapse.
  expect(follow('submit', 'approve', 'issue', 'accept', 'lapse')).toBe('accepted');
  // While it is being sent it is not taken away, as the device may load it.
  expect(follow('submit', 'approve', 'issue', 'revoke')).toBe('issued');
});

it('no way leads to a device past approval, past an answer, or out of an end', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
      let state: PlanState = 'draft';
      const been: PlanState[] = [state];
      for (const event of events) {
        const next = planAfter(state, event);
        if (next === null) continue;
        if (next === 'issued') expect(been).toContain('approved');
        if (next === 'accepted') expect(state).toBe('issued');
        if (next === 'running') expect(state).toBe('accepted');
        expect(['finished', 'revoked']).not.toContain(state);
        state = next;
        been.push(next);
      }
    }),
  );
  for (const state of ['finished', 'revoked'] as const)
    expect(EVENTS.filter((event) => planAfter(state, event) !== null)).toEqual([]);
  for (const state of STATES) expect(EVENTS.some((event) => planAfter(state, event) !== null || ['finished', 'revoked'].includes(state))).toBe(true); // prettier-ignore
});

const PLAN = { planId: 'PC-20261123-7', version: 2, sha256: 'ab'.repeat(32) };

it.each([
  [{ ...PLAN }, 'accepted'],
  [{ ...PLAN, ok: true, loaded: 96 }, 'accepted'],
  [{ ...PLAN, version: '2', sha256: PLAN.sha256.toUpperCase() }, 'accepted'],
  [{ ...PLAN, ok: false }, 'refused'],
  [{ ...PLAN, error: 'local mode' }, 'refused'],
  [{ error: 'unknown method' }, 'refused'],
  [{ ...PLAN, version: 1 }, 'wrongVersion'],
  [{ ...PLAN, version: 2.5 }, 'wrongVersion'],
  [{ ...PLAN, sha256: 'cd'.repeat(32) }, 'wrongHash'],
  [{ planId: PLAN.planId, version: 2 }, 'wrongHash'],
  [{ ...PLAN, planId: 'PC-20261124-7' }, 'wrongPlan'],
  [{}, 'unreadable'],
  [{ ok: true }, 'unreadable'],
  ['ok', 'unreadable'],
  [null, 'unreadable'],
  [[PLAN], 'unreadable'],
])('an answer %j is %s', (answer, kind) => expect(judgeReply(answer, PLAN)).toBe(kind));

it('nothing but the same plan, version and hash is taken for an acceptance', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const answer: unknown = JSON.parse(text);
      expect(judgeReply(answer, PLAN)).not.toBe('accepted');
    }),
  );
});
