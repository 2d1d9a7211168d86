import type { Text } from '#contract/text.ts';
import { REQUEST_ACTIONS, REQUEST_STATES } from '#contract/workflow.ts';
import { AGREED, DRAFT, REFUSED, RUNNING } from '../contract.ts';
import { STOPPED, WITHDRAWN } from '../contract.ts';
import type { RequestAction, RequestState } from '#contract/workflow.ts';
import { isAmong, openSeats, speaksFor } from './course.ts';
import type { Actor, Course, Entry, Flow, Move, RefusalKind, Seat, Step } from './course.ts';

/** In which states each action is allowed; `read` in any. */
const ALLOWED_IN: Readonly<Record<RequestAction, readonly RequestState[]>> = {
  apply: [DRAFT],
  reapply: [REFUSED, WITHDRAWN],
  agree: [RUNNING],
  agreeWithParams: [RUNNING],
  disagree: [RUNNING],
  callback: [RUNNING],
  stop: [RUNNING, REFUSED],
  turn: [RUNNING],
  read: Object.keys(REQUEST_STATES) as RequestState[],
};

const refuse = (kind: RefusalKind, zh: string, en: string, field?: string): Step => ({
  ok: false,
  kind,
  why: { zh, en },
  ...(field === undefined ? {} : { field }),
});

/**
 * One action on a request: the only way from state to state. Pure; a refusal is a sentence.
 * @param flow the workflow as the request travels it
 */
export function step(flow: Flow, course: Course, actor: Actor, move: Move): Step {
  const { action } = move;
  const name: Text = REQUEST_ACTIONS[action];
  if (move.seen !== undefined && move.seen !== course.version && action !== 'read')
    return refuse(
      'handled',
      '该申请刚刚已被处理，请刷新后查看',
      'The request has just been handled, look at it again',
    );
  if (!ALLOWED_IN[action].includes(course.state)) {
    const state: Text = REQUEST_STATES[course.state];
    return refuse(
      'state',
      `申请${state.zh}，不能${name.zh}`,
      `The request is “${state.en}”: “${name.en}” is not possible`,
    );
  }
  return MOVES[action](flow, course, actor, move);
}

/** The actions that the actor may do now; the buttons of the page. */
export function actionsOf(flow: Flow, course: Course, actor: Actor): RequestAction[] {
  const to = { kind: 'person' as const, id: -1, consumerId: null, name: '' };
  return (Object.keys(REQUEST_ACTIONS) as RequestAction[]).filter(
    (action) => step(flow, course, actor, { action, note: '-', to }).ok,
  );
}

type MoveRule = (flow: Flow, course: Course, actor: Actor, move: Move) => Step;

const MOVES: Readonly<Record<RequestAction, MoveRule>> = {
  apply: (flow, course, actor) =>
    actor.employeeId === course.applicantId ? enter(flow, course, 0, 'apply') : notApplicant(),
  reapply: (flow, course, actor) => {
    if (actor.employeeId !== course.applicantId) return notApplicant();
    const at = flow.reapplyFrom === 'refusing' ? (course.refusedAt ?? 0) : 0;
    return enter(flow, course, at, 'reapply');
  },
  agree: (flow, course, actor) => {
    const fields = course.node === null ? [] : (flow.nodes[course.node]?.fields ?? []);
    if (fields.some((field) => field.required))
      return refuse('input', '该节点须填写后再同意', 'This node has fields to fill in before agreeing');
    return agree(flow, course, actor, 'agree');
  },
  agreeWithParams: (flow, course, actor) => agree(flow, course, actor, 'agreeWithParams'),
  disagree: (flow, course, actor, move) => {
    const seat = seatOf(flow, course, actor);
    if ('ok' in seat) return seat;
    if (!move.note?.trim())
      return refuse('input', '处理意见：退回须说明原因', 'Comment: say why it is sent back', 'note');
    return done(course, 'disagree', {
      state: REFUSED,
      node: null,
      refusedAt: course.node,
      seats: [],
      back: null,
    });
  },
  callback: (_flow, course, actor) => {
    const { back } = course;
    if (back?.by !== actor.employeeId)
      return refuse(
        'actor',
        '下一处理人已阅或已处理，或该申请不由您提交，不能撤回',
        'It was read or handled by the next, or it was not you who sent it: it cannot be taken back',
      );
    const to = back.node === null ? WITHDRAWN : RUNNING;
    return done(course, 'callback', { state: to, node: back.node, seats: back.seats, back: null });
  },
  stop: (flow, course, actor) =>
    actor.employeeId === course.applicantId || actor.admin || isAmong(flow.admins, actor)
      ? done(course, 'stop', { state: STOPPED, node: null, seats: [], back: null })
      : refuse(
          'actor',
          '只有申请人或流程管理员可以终止',
          'Only the applicant or an administrator may stop it',
        ),
  turn,
  read: (flow, course, actor) => {
    const mine = openSeats(flow, course).filter((seat) => speaksFor(seat.handler, actor) && !seat.read);
    if (mine.length === 0 || isOwn(flow, course, actor)) return { ok: true, course, entry: null };
    const seats = course.seats.map((seat) => (mine.includes(seat) ? { ...seat, read: true } : seat));
    const entry = entryOf(course, 'read', course.state);
    return { ok: true, course: { ...course, seats, back: null }, entry };
  },
};

const notApplicant = (): Step =>
  refuse('actor', '只有申请人可以提交', 'Only the applicant may send the request');

const entryOf = (
  course: Course,
  action: RequestAction,
  to: RequestState,
  turnedTo: string | null = null,
): Entry => ({
  action,
  from: course.state,
  to,
  node: course.node,
  turnedTo,
});

function done(course: Course, action: RequestAction, change: Partial<Course>, turnedTo?: string): Step {
  const next = { ...course, ...change, version: course.version + 1 };
  return { ok: true, course: next, entry: entryOf(course, action, next.state, turnedTo ?? null) };
}

const seatsAt = (flow: Flow, node: number): readonly Seat[] =>
  (flow.nodes[node]?.handlers ?? []).map((handler) => ({ handler, agreedBy: null, read: false, turns: 0 }));

/** The request sets out, or sets out again, at a node. */
function enter(flow: Flow, course: Course, node: number, action: 'apply' | 'reapply'): Step {
  const empty = flow.nodes.find((one) => one.handlers.length === 0);
  if (flow.nodes.length === 0 || empty)
    return refuse(
      'input',
      empty ? `节点“${empty.name.zh}”没有处理方` : '该流程没有节点',
      empty ? `The node “${empty.name.en}” has no handler` : 'The workflow has no node',
    );
  const at = Math.min(node, flow.nodes.length - 1);
  return done(course, action, {
    state: RUNNING,
    node: at,
    round: course.round + 1,
    refusedAt: null,
    seats: seatsAt(flow, at),
    back: course.applicantId === 0 ? null : { by: course.applicantId, node: null, seats: [] },
  });
}

const isOwn = (flow: Flow, course: Course, actor: Actor): boolean =>
  actor.employeeId === course.applicantId && !flow.selfApproval;

/** The open seat that the actor may speak for; else the refusal. */
function seatOf(flow: Flow, course: Course, actor: Actor): Seat | Extract<Step, { ok: false }> {
  const mine = openSeats(flow, course).find((seat) => speaksFor(seat.handler, actor));
  if (!mine)
    return refuse(
      'actor',
      '当前节点不由您处理，或已由他人处理',
      'The request is not with you now, or somebody else has handled it',
    ) as Extract<Step, { ok: false }>;
  if (isOwn(flow, course, actor))
    return refuse('actor', '不能处理自己的申请', 'You may not handle your own request') as Extract<
      Step,
      { ok: false }
    >;
  return mine;
}

function agree(flow: Flow, course: Course, actor: Actor, action: 'agree' | 'agreeWithParams'): Step {
  const mine = seatOf(flow, course, actor);
  const { node } = course;
  const here = node === null ? undefined : flow.nodes[node];
  if ('ok' in mine) return mine;
  if (node === null || !here) return refuse('state', '申请不在任何节点', 'The request is at no node');
  const seats = course.seats.map((seat) =>
    seat === mine ? { ...seat, agreedBy: actor.employeeId, read: true } : seat,
  );
  if (here.mode !== 'any' && seats.some((seat) => seat.agreedBy === null))
    return done(course, action, { seats, back: null });
  if (node + 1 >= flow.nodes.length)
    return done(course, action, { state: AGREED, node: null, seats: [], back: null });
  return done(course, action, {
    node: node + 1,
    seats: seatsAt(flow, node + 1),
    back: { by: actor.employeeId, node, seats: course.seats },
  });
}

/** The seat passes to another handler; the first is kept in the history. */
function turn(flow: Flow, course: Course, actor: Actor, move: Move): Step {
  const mine = seatOf(flow, course, actor);
  if ('ok' in mine) return mine;
  const node = course.node === null ? undefined : flow.nodes[course.node];
  if (!node?.allowTurn) return refuse('input', '该节点不允许转交', 'This node may not be handed over');
  if (mine.turns >= flow.maxTurns)
    return refuse(
      'input',
      `最多转交 ${flow.maxTurns} 次`,
      `It may be handed over at most ${flow.maxTurns} times`,
    );
  const { to } = move;
  if (!to) return refuse('input', '转交给：必填', 'Hand over to: is required', 'to');
  if (course.seats.some((seat) => seat.handler.kind === to.kind && seat.handler.id === to.id))
    return refuse(
      'input',
      '转交给：已经是该节点的处理方',
      'Hand over to: is a handler of the node already',
      'to',
    );
  const seats = course.seats.map((seat) =>
    seat === mine ? { handler: to, agreedBy: null, read: false, turns: mine.turns + 1 } : seat,
  );
  return done(course, 'turn', { seats, back: null }, to.name);
}
