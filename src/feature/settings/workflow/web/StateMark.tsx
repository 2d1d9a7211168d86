import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useText } from '#web/text/useTexts.ts';
import { REQUEST_STATES } from '#contract/workflow.ts';
import type { RequestState } from '#contract/workflow.ts';

const SHAPES = {
  0: 'noData',
  1: 'warning',
  2: 'alarm',
  3: 'normal',
  4: 'offline',
  5: 'offline',
} as const;

/** The state of a request: its shape and its word. */
export function StateMark({ state }: { readonly state: RequestState }) {
  const say = useText();
  return <StatusDot status={SHAPES[state]} text={say(REQUEST_STATES[state])} />;
}
