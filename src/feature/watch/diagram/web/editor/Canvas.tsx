import { useCallback, useEffect, type DragEvent, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Names } from '#domain/scene/label.ts';
import { insertAt, takeHold } from '#domain/scene/edit/insert.ts';
import type { Point } from '#domain/scene/geometry.ts';
import { DrawingArea } from '#web/ui/DrawingArea.tsx';
import type { View } from '../scene/Painter.ts';
import type { SceneView } from '../scene/SceneView.ts';
import { useGestures } from '../scene/useGestures.ts';
import { useRested } from '../scene/useRested.ts';
import { useSceneView } from '../scene/useSceneView.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { STEPS, wireLayer } from './commands.ts';
import { Marks } from './Marks.tsx';
import type { Editing } from './useEditing.ts';
import { usePointer } from './usePointer.ts';
import editorStyles from './Editor.module.css';

export interface CanvasProps {
  readonly editing: Editing;
  readonly names: Names;
  readonly whole: string;
  readonly onView: (view: SceneView) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** A meter was dropped on an element, or beside one. */
  readonly onMeter: (ammeterId: number, element: string | null, at: Point) => void;
}

/** The sheet: press to choose, drag to move, drag beside to choose several, handles to size, ports to join. */
export function Canvas({ editing, names, whole, onView, onKey, onMeter }: CanvasProps) {
  const t = useDiagramTexts();
  const { scene, tool } = editing;
  const { host, view } = useSceneView(scene, names, whole, 'svg');
  const seenAs = useRested(view);
  useEffect(() => {
    if (view) onView(view);
  }, [view, onView]);
  const drags = useCallback(
    (event: PointerEvent) => tool === 'pan' || event.button === 1 || event.pointerType === 'touch',
    [tool],
  );
  useGestures(host, view, drags);
  const pointer = usePointer(editing, view);
  const onDrop = (event: DragEvent): void => {
    if (!view) return;
    event.preventDefault();
    const at = view.toSheet(event.clientX, event.clientY);
    const symbol = event.dataTransfer.getData('text/x-symbol');
    const meter = event.dataTransfer.getData('text/x-meter');
    if (meter) return onMeter(Number(meter), view.at(event), at);
    if (!symbol) return;
    const made = insertAt(editing.history.scene, symbol, at, editing.layer);
    const layer = wireLayer(made.scene, editing.layer);
    editing.act(STEPS.insert, () => takeHold(made.scene, made.id, layer), [made.id]);
  };
  return (
    <DrawingArea
      ref={host}
      label={t('canvasKeys')}
      className={`${editorStyles.canvas} ${editing.snap ? editorStyles.grid : ''}`}
      data-tool={tool}
      style={gridAt(seenAs)}
      onPointerDown={pointer.onDown}
      onPointerMove={pointer.onMove}
      onPointerUp={pointer.onUp}
      onPointerCancel={pointer.onUp}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && onKey(event)) event.preventDefault();
      }}
    >
      {view &&
        createPortal(
          <Marks editing={editing} zoom={seenAs.zoom} marquee={pointer.marquee} guides={pointer.guides} />,
          view.overlay,
        )}
    </DrawingArea>
  );
}

/** The dots of the grid move with the sheet. */
const gridAt = ({ x, y, zoom }: View): { backgroundSize: string; backgroundPosition: string } => {
  const step = 20 * zoom * (zoom < 0.5 ? 4 : 1);
  return { backgroundSize: `${step}px ${step}px`, backgroundPosition: `${x}px ${y}px` };
};
