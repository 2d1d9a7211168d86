import type { KeyboardEvent } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { formatChange } from '#domain/figure/number.ts';
import type { NetAnswer, NetMeter } from '../contract.ts';
import { BOX, type Place } from '../domain/layout.ts';
import { VERDICTS } from '../domain/verdict.ts';
import { amountText, scaleOf, useNetTexts } from './net.ts';
import kit from '#web/ui/kit.module.css';
import styles from './NetDrawing.module.css';

export interface NetBoxProps {
  readonly net: NetAnswer;
  readonly meter: NetMeter;
  readonly place: Place;
  readonly selected: boolean;
  /** The one box that Tab leads to; arrows go on from there. */
  readonly first: boolean;
  /** Meters below it, near and far. */
  readonly below: number;
  readonly closed: boolean;
  /** What is dragged would be dropped here. */
  readonly target: boolean;
  readonly onSelect: () => void;
  readonly onFold: () => void;
  /** A key pressed in the box. */
  readonly onKey: (event: KeyboardEvent) => void;
  /** Undefined where the person may not change the tree. */
  readonly drag:
    | {
        readonly start: () => void;
        readonly over: () => boolean;
        readonly leave: () => void;
        readonly drop: () => void;
        readonly end: () => void;
      }
    | undefined;
}

/** A meter of the drawing, and what closes the branch below it. */
export function NetBox(props: NetBoxProps) {
  const { net, meter, place, below, closed, drag } = props;
  const t = useNetTexts();
  const { x, y } = place;
  const name = `${meter.ammeterName} ${meter.ammeterCode}`;
  return (
    <>
      <button
        type="button"
        data-meter={meter.ammeterId}
        tabIndex={props.first ? 0 : -1}
        aria-pressed={props.selected}
        {...(below > 0 ? { 'aria-expanded': !closed } : {})}
        className={classOf(net, meter, props.target)}
        style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
        title={name}
        draggable={drag !== undefined}
        onClick={props.onSelect}
        onKeyDown={props.onKey}
        onDragStart={drag?.start}
        onDragEnd={drag?.end}
        onDragOver={(event) => {
          if (drag?.over()) event.preventDefault();
        }}
        onDragLeave={drag?.leave}
        onDrop={drag?.drop}
      >
        <Face net={net} meter={meter} />
      </button>
      {below > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={styles['fold']}
          style={{ left: x + BOX.width - 2, top: y + BOX.height / 2 }}
          aria-label={t(closed ? 'openBranch' : 'closeBranch', { meter: name, n: below })}
          title={t(closed ? 'openBranch' : 'closeBranch', { meter: name, n: below })}
          onClick={props.onFold}
        >
          {closed ? `+${below}` : '−'}
        </button>
      )}
    </>
  );
}

const suspectOf = (net: NetAnswer, meter: NetMeter) =>
  net.suspects.find((one) => one.certain && one.ammeterId === meter.ammeterId);

function classOf(net: NetAnswer, meter: NetMeter, target: boolean): string {
  const look = suspectOf(net, meter) ? 'wrong' : (meter.balance?.verdict ?? '');
  return [styles['box'], styles[look], target && styles['target'], !meter.inUse && styles['out']]
    .filter(Boolean)
    .join(' ');
}

function Face({ net, meter }: { net: NetAnswer; meter: NetMeter }) {
  const t = useNetTexts();
  const say = useText();
  const suspect = suspectOf(net, meter);
  const { balance } = meter;
  return (
    <>
      <span className={`${kit.clip} ${styles.name}`}>{meter.ammeterName}</span>
      <span className={`${kit.clip} ${kit.quiet} ${styles.amount}`}>
        {amountText(meter.energy, scaleOf(net))}
      </span>
      {suspect ? (
        <span className={`${kit.clip} ${styles.rest} ${styles.bad}`}>
          {t('error')} {formatChange(suspect.error)}
        </span>
      ) : (
        balance && (
          <span
            className={`${kit.clip} ${styles.rest} ${balance.verdict === 'negative' ? styles['bad'] : ''}`}
          >
            {say(VERDICTS[balance.verdict])}
            {balance.share !== null && ` ${formatChange(balance.share, 2)}`}
          </span>
        )
      )}
    </>
  );
}
