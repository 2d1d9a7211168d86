import type { PlanState, ReplyKind } from '#contract/plan.ts';
import type { Status } from '#web/theme/palette.ts';

/** The shape of each state; colour never says it alone. */
export const PLAN_STATUS: Readonly<Record<PlanState, Status>> = {
  draft: 'noData',
  submitted: 'offline',
  approved: 'offline',
  issued: 'warning',
  accepted: 'normal',
  refused: 'alarm',
  unanswered: 'alarm',
  running: 'normal',
  finished: 'normal',
  revoked: 'noData',
};

export const REPLY_STATUS: Readonly<Record<ReplyKind, Status>> = {
  accepted: 'normal',
  refused: 'alarm',
  wrongPlan: 'alarm',
  wrongVersion: 'alarm',
  wrongHash: 'alarm',
  unreadable: 'alarm',
  silent: 'warning',
  absent: 'offline',
  senderGone: 'offline',
};
