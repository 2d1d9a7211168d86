import { useMemo, useState, type KeyboardEvent } from 'react';
import type { NetAnswer } from '../contract.ts';
import { firstClosed, foldNet, neighbourOf } from '../domain/fold.ts';
import { BOX, layoutOf, lineOf } from '../domain/layout.ts';
import { NetBox } from './NetBox.tsx';
import { NetMap } from './NetMap.tsx';
import { NetTools } from './NetTools.tsx';
import { useNetTexts } from './net.ts';
import styles from './NetDrawing.module.css';
import { useNetView } from './useNetView.ts';

/** Below this zoom figures cannot be read: boxes show their names alone, as large as they fit. */
const FAR = 0.75;

interface NetDrawingProps {
  readonly net: NetAnswer;
  readonly selected: number | null;
  readonly onSelect: (ammeterId: number) => void;
  /** A meter was dropped on another; undefined where the person may not change the tree. */
  readonly onMove: ((ammeterId: number, parentId: number) => void) | undefined;
}

/**
 * The network as boxes and lines: at first so that it can be read, large ones with their lower branches closed. One box is reached
 * by Tab, arrows go on from there. A box can be dragged onto another to hang there.
 */
export function NetDrawing({ net, selected, onSelect, onMove }: NetDrawingProps) {
  const t = useNetTexts();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [closed, setClosed] = useState(() => firstClosed(net.meters));
  const folded = useMemo(() => foldNet(net.meters, closed, selected), [net.meters, closed, selected]);
  const layout = useMemo(() => {
    const { places, width, height } = layoutOf(folded.meters);
    // What opens a branch stands behind the last box.
    return { places, width: width + BOX.gapX, height };
  }, [folded]);
  const { places, width, height } = layout;
  const drawn = new Set(folded.meters.map(({ ammeterId }) => ammeterId));
  const first = selected !== null && drawn.has(selected) ? selected : folded.meters[0]?.ammeterId;
  const [area, view] = useNetView(layout, places.get(first ?? -1));
  // What the way to the chosen meter keeps open is open, whatever was closed.
  const isClosed = (id: number): boolean =>
    folded.below.has(id) && !folded.meters.some(({ parentId }) => parentId === id);
  const fold = (id: number, close: boolean): void =>
    setClosed((now) => {
      const next = new Set(now);
      if (close) next.add(id);
      else next.delete(id);
      return next;
    });
  const onKey = (event: KeyboardEvent, id: number): void => {
    if (event.key === 'ArrowRight' && isClosed(id)) fold(id, false);
    else if (event.key === '-' && folded.below.has(id)) fold(id, true);
    else {
      const next = neighbourOf(folded.meters, id, event.key);
      if (next === undefined) return;
      area.current?.querySelector<HTMLElement>(`[data-meter="${next}"]`)?.focus();
    }
    event.preventDefault();
  };
  return (
    <>
      <NetTools
        view={view}
        folds={folded.below.size > 0}
        onFold={(all) => setClosed(all === 'open' ? new Set() : new Set(folded.below.keys()))}
      />
      <div className={styles['frame']}>
        <section
          ref={area}
          className={styles['drawing']}
          style={{ height: `min(72vh, ${height}px)` }}
          aria-label={t('drawingLabel')}
        >
          <div className={styles['scaled']} style={{ width: width * view.zoom, height: height * view.zoom }}>
            <div
              className={styles['sheet']}
              data-far={view.zoom < FAR || undefined}
              style={{ width, height, transform: `scale(${view.zoom})`, ['--zoom' as string]: view.zoom }}
            >
              <svg className={styles['lines']} width={width} height={height} aria-hidden="true">
                {folded.meters.map(({ ammeterId, parentId }) => {
                  const [from, to] = [places.get(parentId ?? -1), places.get(ammeterId)];
                  return from && to && to.x > from.x ? <path key={ammeterId} d={lineOf(from, to)} /> : null;
                })}
              </svg>
              {folded.meters.map((meter) => {
                const id = meter.ammeterId;
                const place = places.get(id);
                if (!place) return null;
                return (
                  <NetBox
                    key={id}
                    net={net}
                    meter={meter}
                    place={place}
                    selected={selected === id}
                    first={first === id}
                    below={folded.below.get(id) ?? 0}
                    closed={isClosed(id)}
                    target={over === id}
                    onSelect={() => onSelect(id)}
                    onFold={() => fold(id, !isClosed(id))}
                    onKey={(event) => onKey(event, id)}
                    drag={
                      onMove && {
                        start: () => setDragged(id),
                        over: () => {
                          if (dragged === null || dragged === id) return false;
                          setOver(id);
                          return true;
                        },
                        leave: () => setOver(null),
                        drop: () => {
                          if (dragged !== null && dragged !== id) onMove(dragged, id);
                          setDragged(null);
                          setOver(null);
                        },
                        end: () => setDragged(null),
                      }
                    }
                  />
                );
              })}
            </div>
          </div>
        </section>
        {view.seen.width < width || view.seen.height < height ? <NetMap layout={layout} view={view} /> : null}
      </div>
    </>
  );
}
