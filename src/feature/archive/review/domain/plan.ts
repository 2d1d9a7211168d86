import type { Text } from '#contract/text.ts';
import type { ItemPart, PlanAction, PlanState } from '../contract.ts';

export type { ItemPart, PlanAction, PlanState } from '../contract.ts';

/** An item of the check list as far as the state machine looks at it. */
export interface ItemFacts {
  readonly clauseNo: string;
  readonly finding: string | null;
  readonly result: string | null;
  readonly severity: string | null;
  readonly rectifyDeadline: string | null;
  readonly rectifyResult: string | null;
  readonly verifiedBy: string | null;
}

interface Step {
  readonly from: readonly PlanState[];
  readonly to: PlanState;
  readonly by: 'reviewer' | 'anyone';
  readonly label: Text;
  /** Why it may not be taken with these items; null = it may. */
  readonly refuse?: (items: readonly ItemFacts[]) => Text | null;
}

/** Refuses with the clauses for which something is missing. */
const missing =
  (lacks: (item: ItemFacts) => boolean, zh: string, en: string) =>
  (items: readonly ItemFacts[]): Text | null => {
    const clauses = items.filter(lacks).map((item) => item.clauseNo);
    if (clauses.length === 0) return null;
    const list = clauses.slice(0, 10).join(', ') + (clauses.length > 10 ? ' …' : '');
    return { zh: `${zh}：${list}`, en: `${en}: ${list}` };
  };

const nonconform = (item: ItemFacts): boolean => item.result === 'nonconform';
const none = (items: readonly ItemFacts[]): Text | null =>
  items.length > 0 ? null : { zh: '计划还没有审查条款', en: 'The plan has no check items yet' };
const unanswered = missing((item) => item.result === null, '尚未填写结论的条款', 'Clauses without a result');
const unexplained = missing(
  (item) => nonconform(item) && item.finding === null,
  '不符合而未写审查记录的条款',
  'Clauses that do not conform and have no finding',
);
const uncorrected = missing(
  (item) => nonconform(item) && (item.rectifyResult === null || item.verifiedBy === null),
  '尚未整改或验证的条款',
  'Clauses that are not rectified and verified',
);
const undated = missing(
  (item) => nonconform(item) && item.rectifyDeadline === null,
  '未定整改期限的条款',
  'Clauses without a date to rectify by',
);

const OPEN: readonly PlanState[] = [
  'draft',
  'issued',
  'selfInspecting',
  'submitted',
  'reviewing',
  'rectifying',
];

/** Every step of a plan: from which states, to which, by whom, and what it needs. */
export const PLAN_STEPS: Readonly<Record<PlanAction, Step>> = {
  issue: { from: ['draft'], to: 'issued', by: 'reviewer', label: { zh: '下达', en: 'Issue' }, refuse: none },
  begin: {
    from: ['issued'],
    to: 'selfInspecting',
    by: 'anyone',
    label: { zh: '开始自查', en: 'Begin self-inspection' },
  },
  submit: {
    from: ['selfInspecting'],
    to: 'submitted',
    by: 'anyone',
    label: { zh: '提交自查', en: 'Submit' },
    refuse: (items) => unanswered(items) ?? unexplained(items),
  },
  sendBack: {
    from: ['submitted', 'reviewing'],
    to: 'selfInspecting',
    by: 'reviewer',
    label: { zh: '退回自查', en: 'Send back' },
  },
  review: {
    from: ['submitted'],
    to: 'reviewing',
    by: 'reviewer',
    label: { zh: '开始审查', en: 'Begin review' },
  },
  rectify: {
    from: ['reviewing'],
    to: 'rectifying',
    by: 'reviewer',
    label: { zh: '要求整改', en: 'Ask to rectify' },
    refuse: (items) =>
      items.some(nonconform)
        ? (unexplained(items) ?? undated(items))
        : { zh: '没有不符合的条款，无需整改', en: 'Every clause conforms, there is nothing to rectify' },
  },
  close: {
    from: ['reviewing', 'rectifying'],
    to: 'closed',
    by: 'reviewer',
    label: { zh: '办结', en: 'Close' },
    refuse: (items) => unanswered(items) ?? uncorrected(items),
  },
  cancel: { from: OPEN, to: 'cancelled', by: 'reviewer', label: { zh: '取消计划', en: 'Cancel the plan' } },
};

/** The steps that may be thought of in a state. */
export const stepsFrom = (state: PlanState, reviewer: boolean): PlanAction[] =>
  (Object.keys(PLAN_STEPS) as PlanAction[]).filter((action) => {
    const step = PLAN_STEPS[action];
    return step.from.includes(state) && (reviewer || step.by === 'anyone');
  });

/** The state that a step leads to, or why it may not be taken. */
export function takeStep(
  state: PlanState,
  action: PlanAction,
  items: readonly ItemFacts[],
): { readonly to: PlanState } | { readonly refused: Text } {
  const step = PLAN_STEPS[action];
  if (!step.from.includes(state))
    return {
      refused: { zh: `当前状态不能${step.label.zh}`, en: `“${step.label.en}” cannot be done in this state` },
    };
  const refused = step.refuse?.(items) ?? null;
  return refused ? { refused } : { to: step.to };
}

/** Parts of the items that are open in a state. */
export const openParts = (state: PlanState): readonly ItemPart[] =>
  state === 'draft' || state === 'issued'
    ? ['list', 'answer', 'mend']
    : state === 'selfInspecting' || state === 'submitted' || state === 'reviewing'
      ? ['answer', 'mend']
      : state === 'rectifying'
        ? ['mend']
        : [];
