import type {
  RequestState,
  RequestAction,
  HISTORY_KINDS,
  WORKFLOW_TYPES,
  NodeMode,
  HandlerKind,
  ParamType,
} from '#contract/workflow.ts';

export const DRAFT = '0';
export const RUNNING = '1';
export const REFUSED = '2';
export const AGREED = '3';
export const STOPPED = '4';
export const WITHDRAWN = '5';

/** Code of the shipped workflow that an enterprise's registration goes through. */
export const REGISTRATION = 'registration';
/** Code of the shipped workflow for everything that has none of its own. */
export const GENERAL = 'general';
/** The workflow that puts an enterprise's price agreement into force. */
export const AGREEMENT = 'priceAgreement';
/** The workflow that releases the plan curve of a storage station. */
export const PLAN = 'storagePlan';

/** The lists of requests: with one now, handled, applied for, copied to one, all that one may see. */
export type RequestBox = 'todo' | 'done' | 'mine' | 'copy' | 'all';

/** A request in a list. */
export interface RequestRow {
  readonly id: number;
  readonly requestId: number;
  readonly title: string;
  readonly state: RequestState;
  readonly workflowId: number;
  readonly workflowName: string;
  readonly workflowType: keyof typeof WORKFLOW_TYPES;
  readonly nodeName: string | null;
  readonly applicantName: string | null;
  readonly consumerName: string | null;
  readonly appliedAt: string | null;
  readonly endedAt: string | null;
  readonly version: number;
  /** With the person who asks. */
  readonly waits: boolean;
}

/** How many requests a day or a type has; `key` is the day or the type's code. */
export interface RequestGroup {
  readonly key: string;
  readonly count: number;
}

/** Something to fill in, in the language of the asker. */
export interface ParamAsked {
  readonly code: string;
  readonly name: string;
  readonly type: ParamType;
  readonly options: readonly string[];
  readonly required: boolean;
}

/** A workflow that the person may start. */
export interface Startable {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly type: keyof typeof WORKFLOW_TYPES;
  readonly info: string | null;
  readonly params: readonly ParamAsked[];
  /** The nodes in order, for the preview. */
  readonly nodes: readonly { readonly name: string; readonly handlers: readonly string[] }[];
}

/** A node on the way of a request. */
export interface StepWire {
  readonly name: string;
  readonly mode: NodeMode;
  readonly handlers: readonly string[];
  /** `wait` = not reached, `now` = with it, `done` = passed. */
  readonly place: 'wait' | 'now' | 'done';
}

export interface HistoryWire {
  readonly id: number;
  readonly action: keyof typeof HISTORY_KINDS;
  readonly nodeName: string | null;
  readonly actorName: string | null;
  readonly note: string;
  readonly turnedTo: string | null;
  readonly toState: RequestState | null;
  readonly at: string;
}

/** The page that shows what a request is about. */
export interface RequestAbout {
  readonly path: string;
  readonly search: Readonly<Record<string, string | number>>;
  /** Function that the page asks for. */
  readonly permission: string;
}

/** One request as its page shows it. */
export interface RequestDetail extends RequestRow {
  readonly round: number;
  readonly workflowCode: string;
  /** Null where no page shows it, or the person does not see it. */
  readonly about: RequestAbout | null;
  readonly applicantPhone: string | null;
  readonly applicantMail: string | null;
  readonly params: readonly {
    readonly code: string;
    readonly name: string;
    readonly value: string;
    readonly node: string | null;
  }[];
  readonly steps: readonly StepWire[];
  readonly history: readonly HistoryWire[];
  readonly reads: readonly { readonly name: string; readonly at: string }[];
  /** What the person may do now. */
  readonly actions: readonly RequestAction[];
  /** What is filled in with `agreeWithParams`. */
  readonly fields: readonly ParamAsked[];
  /** What the applicant fills in, where the request may be sent. */
  readonly asked: readonly ParamAsked[];
}

/** Somebody to hand a request over to. */
export interface TurnTarget {
  readonly kind: HandlerKind;
  readonly id: number;
  readonly name: string;
}
