import { useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { formatChange } from '#domain/figure/number.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import type { NetAnswer, NetMeter } from '../contract.ts';
import { BOX, layoutOf, lineOf } from '../domain/layout.ts';
import { VERDICTS } from '../domain/verdict.ts';
import { amountText, scaleOf, useNetTexts } from './net.ts';
import styles from './NetPage.module.css';

interface NetDrawingProps {
  readonly net: NetAnswer;
  readonly selected: number | null;
  readonly onSelect: (ammeterId: number) => void;
  /** A meter was dropped on another; undefined where the person may not change the tree. */
  readonly onMove: ((ammeterId: number, parentId: number) => void) | undefined;
}

/** The network as boxes and lines; a box can be dragged onto another to hang there. */
export function NetDrawing({ net, selected, onSelect, onMove }: NetDrawingProps) {
  const t = useNetTexts();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const { places, width, height } = layoutOf(net.meters);
  const sheet = useRef<HTMLDivElement>(null);
  // The first meter stands in the middle of those below it: the drawing begins where it is seen.
  const top = places.get(net.meters[0]?.ammeterId ?? -1)?.y ?? 0;
  useLayoutEffect(() => {
    const area = sheet.current?.parentElement;
    if (area) area.scrollTop = top + BOX.height / 2 - area.clientHeight / 2;
  }, [top]);
  const drop = (target: number): void => {
    if (dragged !== null && dragged !== target) onMove?.(dragged, target);
    setDragged(null);
    setOver(null);
  };
  return (
    <ScrollArea label={t('drawingLabel')} className={styles['drawing']}>
      <div ref={sheet} className={styles['sheet']} style={{ width, height }}>
        <svg className={styles['lines']} width={width} height={height} aria-hidden="true">
          {net.meters.map(({ ammeterId, parentId }) => {
            const [from, to] = [places.get(parentId ?? -1), places.get(ammeterId)];
            return from && to ? <path key={ammeterId} d={lineOf(from, to)} /> : null;
          })}
        </svg>
        {net.meters.map((meter) => {
          const { x, y } = places.get(meter.ammeterId) ?? { x: 0, y: 0 };
          return (
            <button
              key={meter.ammeterId}
              type="button"
              aria-pressed={selected === meter.ammeterId}
              className={classOf(net, meter, over === meter.ammeterId)}
              style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
              title={`${meter.ammeterCode} ${meter.ammeterName}`}
              draggable={onMove !== undefined}
              onClick={() => onSelect(meter.ammeterId)}
              onDragStart={() => setDragged(meter.ammeterId)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null || dragged === meter.ammeterId) return;
                event.preventDefault();
                setOver(meter.ammeterId);
              }}
              onDragLeave={() => setOver(null)}
              onDrop={() => drop(meter.ammeterId)}
            >
              <Face net={net} meter={meter} />
            </button>
          );
        })}
      </div>
    </ScrollArea>
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
  const scale = scaleOf(net);
  const suspect = suspectOf(net, meter);
  const { balance } = meter;
  return (
    <>
      <span className={styles['name']}>{meter.ammeterName}</span>
      <span className={styles['amount']}>{amountText(meter.energy, scale)}</span>
      {suspect ? (
        <span className={`${styles['rest']} ${styles['bad']}`}>
          {t('error')} {formatChange(suspect.error)}
        </span>
      ) : (
        balance && (
          <span className={`${styles['rest']} ${balance.verdict === 'negative' ? styles['bad'] : ''}`}>
            {say(VERDICTS[balance.verdict])}
            {balance.share !== null && ` ${formatChange(balance.share, 2)}`}
          </span>
        )
      )}
    </>
  );
}
