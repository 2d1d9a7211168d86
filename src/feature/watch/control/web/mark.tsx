import { COMMAND_STATES, CONTROL_REASONS, type CommandState } from '#contract/control.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Status } from '#web/theme/palette.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ControlPointWire, Hindrance } from '../contract.ts';
import { useControlTexts } from './useControlTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';

type Valued = Pick<ControlPointWire, 'states' | 'adjusts' | 'unit'>;

/** Of a value that is set: as it was entered, at most four. A factor of 0.95 that was read back as 0.9 is another one. */
const decimalsOf = (value: number): number => (String(Number(value.toFixed(4))).split('.')[1] ?? '').length;

/** A position, or a value, in words; unknown where it is not known. */
export function useValueWord(): (point: Valued, value: number | null) => string {
  const say = useText();
  const t = useControlTexts();
  return ({ states, adjusts, unit }, value) => {
    if (value === null) return t('unknown');
    if (adjusts) return `${formatNumber(value, decimalsOf(value))}${unit ? ` ${unit}` : ''}`;
    const word = states.find((one) => one.value === value);
    return word ? say(word) : String(value);
  };
}

/** Where a point stands: a filled square is on, an empty one off, so that they differ without colour. */
export function PositionMark({ point }: { readonly point: ControlPointWire }) {
  const word = useValueWord();
  const shape =
    point.value === null ? styles.dash : point.adjusts ? '' : point.value === 1 ? styles.on : styles.off;
  return (
    <span className={kit.inline}>
      {shape !== '' && <i className={shape} aria-hidden="true" />}
      {word(point, point.value)}
    </span>
  );
}

/** Why something may not be done, in words. */
export function useHindranceText(): (hindrance: Hindrance) => string {
  const say = useText();
  return ({ reason, detail }) => {
    const { zh, en } = CONTROL_REASONS[reason];
    return say(detail ? { zh: `${zh}：${detail.zh}`, en: `${en}: ${detail.en}` } : { zh, en });
  };
}

const STATUS: Readonly<Record<CommandState, Status>> = {
  requested: 'offline',
  approved: 'offline',
  selected: 'offline',
  operating: 'warning',
  acknowledged: 'warning',
  verified: 'normal',
  mismatch: 'alarm',
  unknown: 'noData',
  refused: 'offline',
  expired: 'offline',
  cancelled: 'offline',
};

/** Where a command stands, in its word. */
export function CommandMark({ state }: { readonly state: CommandState }) {
  const say = useText();
  return <StatusDot status={STATUS[state]} text={say(COMMAND_STATES[state])} />;
}
