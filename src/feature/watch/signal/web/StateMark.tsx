import type { Text } from '#contract/text.ts';
import { holdOf } from '#domain/signal/interval.ts';
import { stateNow } from '#domain/signal/now.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Status } from '#web/theme/palette.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { PointWire } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Signal.module.css';
import { useSignalTexts } from './useSignalTexts.ts';

/** The word of a state; null = it has none. */
export const wordOf = ({ states }: PointWire, value: number | null): Text | null =>
  states.find((one) => one.value === value) ?? null;

/** How a state is drawn: normal or not, or not known. */
export function statusOf({ normalState }: PointWire, value: number | null): Status {
  if (value === null) return 'noData';
  return normalState === null || value === normalState ? 'normal' : 'warning';
}

/** The state of a point at `now`, ms: its word with colour and shape, and why it is not known where it is not. */
export function StateMark({ point, now }: { readonly point: PointWire; readonly now: number }) {
  const t = useSignalTexts();
  const say = useText();
  if (!point.inUse) return <StatusDot status="offline" text={t('outOfUse')} />;
  const newest =
    point.heardAt === null || point.quality === null
      ? null
      : { value: point.value, quality: point.quality, heardAt: point.heardAt };
  const { value, doubt } = stateNow(newest, now, holdOf(point.expectedSeconds));
  const word = wordOf(point, value);
  const last = doubt === 'silent' ? wordOf(point, point.value) : null;
  return (
    <span className={`${kit.wordsInline} ${styles.state}`}>
      <StatusDot
        status={statusOf(point, value)}
        text={word ? say(word) : value === null ? t('unknown') : String(value)}
      />
      {doubt && (
        <small>
          {t(doubt)}
          {last && <> · {t('was', { word: say(last) })}</>}
        </small>
      )}
    </span>
  );
}
