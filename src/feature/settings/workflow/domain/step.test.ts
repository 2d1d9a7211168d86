import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_ACTIONS } from '#contract/workflow.ts';
import type { RequestAction, RequestState } from '#contract/workflow.ts';
import { draftOf, openSeats, speaksFor } from './course.ts';
import type { Actor, Course, Entry, Flow, Handler, Move } from './course.ts';
import { actionsOf, step } from './step.ts';
import { runs } from '#test/runs.ts';

const ACTIONS = Object.keys(REQUEST_ACTIONS) as RequestAction[];

/** The transitions that are allowed, as the table of the domain says them: action → from → to. */
const TABLE: Readonly<Record<RequestAction, Partial<Record<RequestState, readonly RequestState[]>>>> = {
  apply: { 0: ['1'] },
  reapply: { 2: ['1'], 5: ['1'] },
  agree: { 1: ['1', '3'] },
  agreeWithParams: { 1: ['1', '3'] },
  disagree: { 1: ['2'] },
  callback: { 1: ['1', '5'] },
  stop: { 1: ['4'], 2: ['4'] },
  turn: { 1: ['1'] },
  read: { 0: ['0'], 1: ['1'], 2: ['2'], 3: ['3'], 4: ['4'], 5: ['5'] },
};

const person = (id: number): Handler => ({ kind: 'person', id, consumerId: null, name: `p${id}` });
const node = (id: number, handlers: readonly Handler[], more: Partial<Flow['nodes'][number]> = {}) => ({
  id,
  name: { zh: `节点${id}`, en: `Node ${id}` },
  mode: 'any' as const,
  allowTurn: true,
  handlers,
  fields: [],
  ...more,
});
const flowOf = (nodes: Flow['nodes'], more: Partial<Flow> = {}): Flow => ({
  nodes,
  reapplyFrom: 'first',
  selfApproval: false,
  maxTurns: 2,
  admins: [],
  copies: [],
  ...more,
});
const actor = (employeeId: number, more: Partial<Actor> = {}): Actor => ({
  employeeId,
  roleIds: [],
  consumerIds: [],
  scope: 'all',
  admin: false,
  ...more,
});

const anyHandler = fc.oneof(
  fc.record({
    kind: fc.constantFrom('person' as const),
    id: fc.integer({ min: 1, max: 6 }),
    consumerId: fc.constant(null),
    name: fc.constant('p'),
  }),
  fc.record({
    kind: fc.constantFrom('role' as const, 'org' as const, 'own' as const),
    id: fc.integer({ min: 1, max: 3 }),
    consumerId: fc.constant(2),
    name: fc.constant('r'),
  }),
);
const anyFlow = fc.record({
  nodes: fc.array(
    fc
      .record({
        mode: fc.constantFrom('any' as const, 'all' as const, 'sequence' as const),
        allowTurn: fc.boolean(),
        handlers: fc.array(anyHandler, { maxLength: 3 }),
        required: fc.boolean(),
      })
      .map(({ mode, allowTurn, handlers, required }) =>
        node(7, handlers, {
          mode,
          allowTurn,
          fields: required
            ? [{ code: 'a', name: { zh: '甲', en: 'A' }, type: 'text', options: [], required }]
            : [],
        }),
      ),
    { maxLength: 4 },
  ),
  reapplyFrom: fc.constantFrom('first' as const, 'refusing' as const),
  selfApproval: fc.boolean(),
  maxTurns: fc.integer({ min: 0, max: 2 }),
  admins: fc.array(fc.record({ roleId: fc.constantFrom(1, null), employeeId: fc.constantFrom(6, null) }), {
    maxLength: 1,
  }),
  copies: fc.constant([]),
});
const anyActor = fc.record({
  employeeId: fc.integer({ min: 1, max: 6 }),
  roleIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
  consumerIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
  scope: fc.constantFrom('all' as const, [2], [3], []),
  admin: fc.boolean(),
});
const anyMove = fc.record({
  by: anyActor,
  action: fc.constantFrom(...ACTIONS),
  behind: fc.constantFrom(0, 0, 0, 1),
  note: fc.constantFrom('why', '', undefined),
  to: fc.option(anyHandler, { nil: undefined }),
});

/** Walks the moves; every accepted one is checked against the table, every refused one changes nothing. */
function walk(
  flow: Flow,
  applicantId: number,
  moves: readonly {
    by: Actor;
    action: RequestAction;
    behind: number;
    note?: string | undefined;
    to?: Handler | undefined;
  }[],
): { course: Course; history: Entry[] } {
  let course = draftOf(applicantId);
  const history: Entry[] = [];
  for (const { by, action, behind, note, to } of moves) {
    const move: Move = { action, note, to, seen: behind === 0 ? undefined : course.version - behind };
    const kept = structuredClone(course);
    const done = step(flow, course, by, move);
    expect(course).toEqual(kept);
    if (!done.ok) {
      expect(done.why.zh && done.why.en).toBeTruthy();
      continue;
    }
    expect(TABLE[action][course.state] ?? []).toContain(done.course.state);
    if (action !== 'read') {
      expect(behind).toBe(0);
      expect(done.course.version).toBe(course.version + 1);
      expect(done.entry).toMatchObject({ action, from: course.state, to: done.course.state });
    } else expect(done.course.version).toBe(course.version);
    if (['agree', 'agreeWithParams', 'disagree', 'turn'].includes(action)) {
      expect(openSeats(flow, course).some((seat) => speaksFor(seat.handler, by))).toBe(true);
      if (!flow.selfApproval) expect(by.employeeId).not.toBe(applicantId);
    }
    if (['apply', 'reapply'].includes(action)) expect(by.employeeId).toBe(applicantId);
    if (done.entry) history.push(done.entry);
    ({ course } = done);
    expect(course.state === '1').toBe(course.node !== null);
    expect(course.state === '1').toBe(openSeats(flow, course).length > 0);
  }
  return { course, history };
}

describe('any actions by any actors', () => {
  it('stay inside the table and lose no row of the history', () => {
    fc.assert(
      fc.property(
        anyFlow,
        fc.integer({ min: 1, max: 3 }),
        fc.array(anyMove, { maxLength: 40 }),
        (flow, applicant, moves) => {
          const { course, history } = walk(flow, applicant, moves);
          // The history alone tells where the request stands.
          expect(
            history.reduce<RequestState>((state, entry) => (expect(entry.from).toBe(state), entry.to), '0'),
          ).toBe(course.state);
          expect(history.filter((entry) => entry.action !== 'read')).toHaveLength(course.version);
          const rounds = history.filter((entry) => entry.action === 'apply' || entry.action === 'reapply');
          expect(rounds).toHaveLength(course.round);
        },
      ),
      runs(300, 20_000),
    );
  });

  it('end for good when agreed or stopped', () => {
    fc.assert(
      fc.property(anyFlow, fc.array(anyMove, { maxLength: 40 }), anyMove, (flow, moves, last) => {
        const { course } = walk(flow, 1, moves);
        if (course.state !== '3' && course.state !== '4') return;
        const done = step(flow, course, last.by, { action: last.action, note: 'why', to: last.to });
        expect(done.ok ? done.course : course).toEqual(course);
      }),
      runs(300, 20_000),
    );
  });

  it('are offered as buttons exactly where they are possible', () => {
    fc.assert(
      fc.property(anyFlow, fc.array(anyMove, { maxLength: 20 }), anyActor, (flow, moves, by) => {
        const { course } = walk(flow, 1, moves);
        const offered = actionsOf(flow, course, by);
        for (const action of ACTIONS) {
          const done = step(flow, course, by, { action, note: 'why', to: person(99) });
          expect(done.ok, action).toBe(offered.includes(action));
        }
      }),
      runs(300, 20_000),
    );
  });
});

describe('a request', () => {
  const does = (flow: Flow, course: Course, by: Actor, action: RequestAction, more: Partial<Move> = {}) => {
    const done = step(flow, course, by, { action, ...more });
    if (!done.ok) throw new Error(done.why.en);
    return done.course;
  };
  const me = actor(1);
  const sent = (flow: Flow) => does(flow, draftOf(1), me, 'apply');

  it('passes a node of each mode as it says', () => {
    const handlers = [person(2), person(3)];
    const any = flowOf([node(1, handlers)]);
    expect(does(any, sent(any), actor(3), 'agree').state).toBe('3');
    const all = flowOf([node(1, handlers, { mode: 'all' })]);
    const half = does(all, sent(all), actor(3), 'agree');
    expect(half.state).toBe('1');
    expect(step(all, half, actor(3), { action: 'agree' })).toMatchObject({ ok: false, kind: 'actor' });
    expect(does(all, half, actor(2), 'agree').state).toBe('3');
    const line = flowOf([node(1, handlers, { mode: 'sequence' })]);
    expect(step(line, sent(line), actor(3), { action: 'agree' })).toMatchObject({ ok: false, kind: 'actor' });
    expect(does(line, does(line, sent(line), actor(2), 'agree'), actor(3), 'agree').state).toBe('3');
  });

  it('is taken back only until the next has read it', () => {
    const flow = flowOf([node(1, [person(2)]), node(2, [person(3)])]);
    const withdrawn = does(flow, sent(flow), me, 'callback');
    expect(withdrawn.state).toBe('5');
    expect(does(flow, withdrawn, me, 'reapply')).toMatchObject({ state: '1', round: 2 });
    const read = does(flow, sent(flow), actor(2), 'read');
    expect(step(flow, read, me, { action: 'callback' })).toMatchObject({ ok: false, kind: 'actor' });
    const second = does(flow, read, actor(2), 'agree');
    expect(second.node).toBe(1);
    expect(does(flow, second, actor(2), 'callback')).toMatchObject({ state: '1', node: 0 });
    expect(step(flow, second, me, { action: 'callback' }).ok).toBe(false);
  });

  it('goes back to where it was refused, where the workflow says so', () => {
    const nodes = [node(1, [person(2)]), node(2, [person(3)])];
    for (const [reapplyFrom, at] of [
      ['first', 0],
      ['refusing', 1],
    ] as const) {
      const flow = flowOf(nodes, { reapplyFrom });
      const second = does(flow, sent(flow), actor(2), 'agree');
      expect(step(flow, second, actor(3), { action: 'disagree', note: ' ' })).toMatchObject({
        field: 'note',
      });
      const refused = does(flow, second, actor(3), 'disagree', { note: 'why' });
      expect(does(flow, refused, me, 'reapply').node).toBe(at);
    }
  });

  it('is handed over so often and no further', () => {
    const flow = flowOf([node(1, [person(2)])], { maxTurns: 1 });
    const turned = does(flow, sent(flow), actor(2), 'turn', { to: person(4) });
    expect(step(flow, turned, actor(2), { action: 'agree' }).ok).toBe(false);
    expect(step(flow, turned, actor(4), { action: 'turn', to: person(5) })).toMatchObject({ kind: 'input' });
    expect(does(flow, turned, actor(4), 'agree').state).toBe('3');
  });

  it('tells the second of two that it was handled', () => {
    const flow = flowOf([node(1, [person(2), person(3)]), node(2, [person(4)])]);
    const course = sent(flow);
    const after = does(flow, course, actor(2), 'agree', { seen: course.version });
    expect(step(flow, after, actor(3), { action: 'agree', seen: course.version })).toMatchObject({
      ok: false,
      kind: 'handled',
    });
  });

  it('does not set out into a node without handlers', () => {
    const flow = flowOf([node(1, [person(2)]), node(2, [])]);
    expect(step(flow, draftOf(1), me, { action: 'apply' })).toMatchObject({
      ok: false,
      why: { en: 'The node “Node 2” has no handler' },
    });
  });
});
