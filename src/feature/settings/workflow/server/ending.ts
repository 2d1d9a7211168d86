import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { RequestAbout } from '../contract.ts';

/** A request that has come to its end, or sets out again, as the feature behind its workflow sees it. */
export interface Ending {
  /**
   * The call in whose transaction the request moves. Its `trx` sees and writes every row, as the system does, so that
   * an enterprise, its account and the account's secret come into being together with the end or not at all.
   */
  readonly call: SlotCall;
  readonly requestId: number;
  readonly title: string;
  readonly consumerId: number | null;
  readonly applicant: {
    readonly employeeId: number | null;
    readonly name: string | null;
    readonly phone: string | null;
    readonly mail: string | null;
  };
  /** What the applicant filled in, and after it what the handlers did; by code. */
  readonly params: Readonly<Record<string, string>>;
  /** What the application carried unseen; gone after this. */
  readonly secret: Readonly<Record<string, string>>;
  /** Words of the last who acted. */
  readonly note: string;
}

/** What a feature does with the requests of its workflow; a Fault keeps the request where it was. */
export interface EndingHandler {
  /** Also tells an applicant without an account, who would otherwise be told by mail or message. */
  readonly onAgreed?: (ending: Ending) => Promise<void>;
  /** Sent back or stopped. */
  readonly onRefused?: (ending: Ending) => Promise<void>;
  /** Taken back by the applicant before anybody handled it. */
  readonly onWithdrawn?: (ending: Ending) => Promise<void>;
  /** Sent again; what it answers stands in place of what the applicant wrote. */
  readonly onReapplied?: (ending: Ending) => Promise<Readonly<Record<string, string>>>;
  /** The page that shows what a request is about, by what was filled in, as the executor's scope shows it; null = none does. */
  readonly about?: (trx: Db, params: Readonly<Record<string, string>>) => Promise<RequestAbout | null>;
}

const handlers = new Map<string, EndingHandler>();

/** Says what happens at the end of the requests of a workflow; called once, as a feature's calls are listed. */
export function onEnding(workflowCode: string, handler: EndingHandler): void {
  handlers.set(workflowCode, handler);
}

export const endingOf = (workflowCode: string): EndingHandler => handlers.get(workflowCode) ?? {};
