import type { PlanState, ReplyKind } from '#contract/plan.ts';

/** What happens to a plan. */
export type PlanEvent =
  | 'submit'
  /** The applicant takes it back, or the approver sends it back. */
  | 'return'
  | 'approve'
  | 'issue'
  /** The device told that it has loaded exactly this version. */
  | 'accept'
  | 'refuse'
  /** No answer to any of the attempts. */
  | 'giveUp'
  | 'begin'
  | 'end'
  /** Its day passed before it was issued. */
  | 'lapse'
  | 'revoke';

const STEPS: Readonly<Record<PlanEvent, Readonly<Partial<Record<PlanState, PlanState>>>>> = {
  submit: { draft: 'submitted' },
  return: { submitted: 'draft' },
  approve: { submitted: 'approved' },
  // An unanswered or refused plan is sent again as it is: the device knows a version that it has.
  issue: { approved: 'issued', unanswered: 'issued', refused: 'issued' },
  accept: { issued: 'accepted' },
  refuse: { issued: 'refused' },
  giveUp: { issued: 'unanswered' },
  begin: { accepted: 'running' },
  end: { accepted: 'finished', running: 'finished' },
  lapse: { submitted: 'revoked', approved: 'revoked' },
  // What is being sent comes to its end first.
  revoke: {
    draft: 'revoked',
    approved: 'revoked',
    accepted: 'revoked',
    refused: 'revoked',
    unanswered: 'revoked',
    running: 'revoked',
  },
};

/** Where a plan stands after an event; null where the event does not fit. */
export const planAfter = (state: PlanState, event: PlanEvent): PlanState | null =>
  STEPS[event][state] ?? null;

/** The plan that an answer must be about. */
export interface Expected {
  readonly planId: string;
  readonly version: number;
  readonly sha256: string;
}

/**
 * What an answer of a device means: accepted only where it names the same plan, version and hash and does not say no.
 * Whole numbers may come as text.
 */
export function judgeReply(answer: unknown, { planId, version, sha256 }: Expected): ReplyKind {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'unreadable';
  const said = answer as Readonly<Record<string, unknown>>;
  if (said['ok'] === false || said['success'] === false || said['accepted'] === false || said['error'])
    return 'refused';
  if (said['planId'] === undefined && said['sha256'] === undefined) return 'unreadable';
  if (said['planId'] !== planId) return 'wrongPlan';
  if (said['version'] !== version && said['version'] !== String(version)) return 'wrongVersion';
  return typeof said['sha256'] === 'string' && said['sha256'].toLowerCase() === sha256
    ? 'accepted'
    : 'wrongHash';
}
