import { useText } from '#web/text/useTexts.ts';
import type { Text } from '#contract/text.ts';
import type { Status } from '#web/theme/palette.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { COLLECT_STATES, type CollectState } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Collector.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

const STATUS: Readonly<Partial<Record<CollectState, Status>>> = {
  ok: 'normal',
  waiting: 'noData',
  partly: 'warning',
  rejected: 'warning',
  noMap: 'warning',
  refused: 'warning',
};

/** How the last try went, with what exactly was wrong. */
export function StateMark({
  state,
  detail,
  inUse,
}: {
  readonly state: CollectState;
  readonly detail: Text | null;
  readonly inUse: boolean;
}) {
  const say = useText();
  const t = useCollectorTexts();
  if (!inUse) return <StatusDot status="offline" text={t('notInUse')} />;
  return (
    <span className={`${kit.wordsInline} ${styles.state}`}>
      <StatusDot status={STATUS[state] ?? 'alarm'} text={say(COLLECT_STATES[state])} />
      {detail && <small>{say(detail)}</small>}
    </span>
  );
}
