import type { Language } from '#contract/text.ts';
import type { Text } from '#contract/text.ts';
import type { HandlerKind, NodeMode, RequestAction, RequestState } from '#contract/workflow.ts';
import type { ParamSpec } from './param.ts';

/** Who may handle a node. `id` is a role's, person's or enterprise's; `consumerId` the request's, for kinds by role. */
export interface Handler {
  readonly kind: HandlerKind;
  readonly id: number;
  readonly consumerId: number | null;
  readonly name: string;
  readonly nameEn?: string;
}

/** What a handler is called in a language. */
export const handlerName = ({ name, nameEn }: Handler, language: Language): string =>
  language !== 'zh' ? (nameEn ?? name) : name;

/** A role or a person that a control names. */
export interface Who {
  readonly roleId: number | null;
  readonly employeeId: number | null;
}

export interface FlowNode {
  readonly id: number;
  readonly name: Text;
  readonly mode: NodeMode;
  readonly allowTurn: boolean;
  readonly handlers: readonly Handler[];
  readonly fields: readonly ParamSpec[];
}

/** A workflow as it stood when the request set out; later changes of the definition do not touch it. */
export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly reapplyFrom: 'first' | 'refusing';
  readonly selfApproval: boolean;
  readonly maxTurns: number;
  readonly admins: readonly Who[];
  readonly copies: readonly Who[];
}

/** The place of one processing organisation at the current node. */
export interface Seat {
  readonly handler: Handler;
  readonly agreedBy: number | null;
  readonly read: boolean;
  /** How often it was handed over. */
  readonly turns: number;
}

/** Who may take the last move back, and what it goes back to; `node` null = the applicant withdraws. */
interface WayBack {
  readonly by: number;
  readonly node: number | null;
  readonly seats: readonly Seat[];
}

/** Where a request stands. `node` is the index in the flow's nodes, null unless it is running. */
export interface Course {
  readonly state: RequestState;
  readonly version: number;
  readonly round: number;
  readonly node: number | null;
  readonly refusedAt: number | null;
  /** 0 = a person without an account. */
  readonly applicantId: number;
  readonly seats: readonly Seat[];
  readonly back: WayBack | null;
}

/** Who acts; `scope` = the enterprises that the account may see, `admin` = may stop requests of others. */
export interface Actor {
  readonly employeeId: number;
  readonly roleIds: readonly number[];
  readonly consumerIds: readonly number[];
  readonly scope: 'all' | readonly number[];
  readonly admin: boolean;
}

/** What is done. `seen` is the version that the actor looked at; `to` the new handler of `turn`. */
export interface Move {
  readonly action: RequestAction;
  readonly seen?: number | undefined;
  readonly note?: string | undefined;
  readonly to?: Handler | undefined;
}

/** A row of the history. */
export interface Entry {
  readonly action: RequestAction;
  readonly from: RequestState;
  readonly to: RequestState;
  /** Index of the node at which it happened; null before the first. */
  readonly node: number | null;
  readonly turnedTo: string | null;
}

/** Why a move is refused: it does not fit the state, is not this actor's, came too late, or lacks something. */
export type RefusalKind = 'state' | 'actor' | 'handled' | 'input';

export type Step =
  | { readonly ok: true; readonly course: Course; readonly entry: Entry | null }
  | { readonly ok: false; readonly kind: RefusalKind; readonly why: Text; readonly field?: string };

/** A request that was not sent yet. */
export const draftOf = (applicantId: number): Course => ({
  state: '0',
  version: 0,
  round: 0,
  node: null,
  refusedAt: null,
  applicantId,
  seats: [],
  back: null,
});

/** Whether the actor is one of those whom a control names. */
export const isAmong = (who: readonly Who[], actor: Actor): boolean =>
  who.some(
    (one) =>
      (one.employeeId === null || one.employeeId === actor.employeeId) &&
      (one.roleId === null || actor.roleIds.includes(one.roleId)) &&
      (one.employeeId !== null || one.roleId !== null),
  );

/** Whether an enterprise lies in the actor's scope; what belongs to none is seen by those who see all. */
export const isWithin = ({ scope }: Pick<Actor, 'scope'>, consumerId: number | null): boolean =>
  scope === 'all' || (consumerId !== null && scope.includes(consumerId));

/** Whether the actor may speak for a handler. A role counts for requests of the actor's scope alone. */
export function speaksFor(handler: Handler, actor: Actor): boolean {
  switch (handler.kind) {
    case 'person':
      return handler.id === actor.employeeId;
    case 'role':
      return actor.roleIds.includes(handler.id) && isWithin(actor, handler.consumerId);
    case 'org':
      return actor.consumerIds.includes(handler.id);
    case 'own':
      return (
        actor.roleIds.includes(handler.id) &&
        handler.consumerId !== null &&
        actor.consumerIds.includes(handler.consumerId)
      );
  }
}

/** The seats whose turn it is: in sequence the first that has not agreed, else all that have not. */
export function openSeats(flow: Flow, course: Course): readonly Seat[] {
  const node = course.node === null ? undefined : flow.nodes[course.node];
  if (course.state !== '1' || !node) return [];
  const open = course.seats.filter((seat) => seat.agreedBy === null);
  return node.mode === 'sequence' ? open.slice(0, 1) : open;
}
