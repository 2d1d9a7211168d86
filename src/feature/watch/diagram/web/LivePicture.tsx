import {
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { symbolOf } from '#domain/scene/symbol/symbols.ts';
import { meterBehind, type Names } from '#domain/scene/label.ts';
import { DIAGRAM } from '#contract/diagram.ts';
import { saveFile } from '#web/api.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { DrawingArea } from '#web/ui/DrawingArea.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { DiagramHead } from '../contract.ts';
import { AREA } from './sceneQuery.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Diagram.module.css';
import { Legend } from './Legend.tsx';
import { EDITOR } from './paths.ts';
import { isListKey } from './elements/listKey.ts';
import { ElementMark } from './elements/ElementMark.tsx';
import { useElementWalk } from './elements/useElementWalk.ts';
import { type Picked, PictureSide } from './PictureSide.tsx';
import { moveByKey, useGestures } from './scene/useGestures.ts';
import type { SceneView } from './scene/SceneView.ts';
import { useSceneView } from './scene/useSceneView.ts';
import { TimeMachine } from './TimeMachine.tsx';
import { TriedMarks } from './TriedMarks.tsx';
import { useDiagramTexts } from './useDiagramTexts.ts';
import { useFreshness } from './useFreshness.tsx';
import { useSceneValues } from './useSceneValues.ts';
import { useTried } from './useTried.ts';
import { WhatIfPanel } from './WhatIfPanel.tsx';

export interface LivePictureProps {
  readonly diagram: DiagramHead;
  readonly no: number;
  readonly scene: Scene;
  readonly names: Names;
  /** ms; null = live. */
  readonly at: number | null;
  readonly select: ReactNode;
  readonly onAt: (at: number | null) => void;
}

const always = (): boolean => true;

/** A picture with its values, the time machine below, and beside it what is abnormal, or what would be. */
export function LivePicture({ diagram, no, scene, names, at, select, onAt }: LivePictureProps) {
  const t = useDiagramTexts();
  const { trying, tried, flip, toggle } = useTried();
  const [picked, setPicked] = useState<Picked | null>(null);
  const { host, view } = useSceneView(scene, names, `${diagram.monitorDiagramId} ${no}`);
  useGestures(host, view, always);
  const walk = useElementWalk(scene, view, host);
  const { monitorDiagramId: id, consumerId, timeZone } = diagram;
  const shown = useSceneValues(view, scene, { id, no, consumerId, at, tried });
  useFreshness(shown, names, at, timeZone);
  const go = useRoute();
  const close = (): void => setPicked(null);
  const act = (element: SceneElement | undefined, byList = false): void => {
    if (!element) return close();
    if (trying && isSwitch(element)) return flip(element.id, shown);
    if (element.type === 'button' || element.type === 'link') return go(element.to);
    const tells = element.bindings?.length || meterBehind(element) !== null;
    setPicked(tells ? { id: element.id, byList } : null);
  };
  const tools = <PictureTools {...{ id, no, at, scene, trying }} onTry={toggle} />;
  const onGo = (element: string): void => {
    setPicked({ id: element, byList: false });
    view?.fit(placeOf(scene, element));
  };
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Panel title={select} unit={`v${no} ${t('published')}`} flush extra={tools}>
          {shown.error && <ErrorState what={shown.error.message} onRetry={shown.retry} height={80} />}
          <Sheet {...{ host, view, scene }} name={diagram.diagramName} onPick={act} onList={walk.toList}>
            {view && <TriedMarks view={view} scene={scene} tried={tried} />}
            {view && <ElementMark view={view} scene={scene} id={walk.marked} />}
          </Sheet>
        </Panel>
        <TimeMachine {...{ diagram, no, shown, at, onAt }} />
      </div>
      <aside className={styles.side}>
        {trying && (
          <WhatIfPanel
            {...{ diagram, shown, names, scene, at, tried }}
            onFlip={(one) => flip(one, shown)}
            onClose={toggle}
          />
        )}
        <PictureSide
          {...{ shown, names, scene, walk, picked, onGo }}
          onPick={(element) => act(elementOf(scene, element), true)}
          onClose={close}
        />
      </aside>
    </div>
  );
}

interface SheetProps {
  readonly name: string;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly view: SceneView | null;
  readonly scene: Scene;
  readonly onPick: (element: SceneElement | undefined) => void;
  readonly onList: () => void;
  readonly children: ReactNode;
}

/** The area in which the picture lies: it is pressed, and moved by keys. */
function Sheet({ name, host, view, scene, onPick, onList, children }: SheetProps) {
  const t = useDiagramTexts();
  const onClick = (event: MouseEvent): void => {
    const id = view?.at(event) ?? null;
    onPick(elementOf(scene, id));
  };
  const onMove = (event: PointerEvent<HTMLElement>): void => {
    if (view && event.buttons === 0)
      event.currentTarget.style.cursor = view.at(event) === null ? '' : 'pointer';
  };
  const onKey = (event: KeyboardEvent): void => {
    if (view && moveByKey(view, event.key)) event.preventDefault();
    else if (event.key === 'Escape') onPick(undefined);
    else if (isListKey(event)) {
      event.preventDefault();
      onList();
    }
  };
  return (
    <DrawingArea
      ref={host}
      label={t('pictureKeys', { name })}
      className={styles.picture}
      onClick={onClick}
      onPointerMove={onMove}
      onKeyDown={onKey}
    >
      {children}
    </DrawingArea>
  );
}

const elementOf = (scene: Scene, id: string | null): SceneElement | undefined =>
  scene.elements.find((one) => one.id === id);

const isSwitch = (one: SceneElement): boolean =>
  one.type === 'symbol' && symbolOf(one.symbol)?.role === 'switch';

/** Goes to an address of the product that stands in a picture. */
function useRoute(): (address: string) => void {
  const navigate = useNavigate();
  return (address) => {
    const [to, query] = address.split('?');
    void navigate({ to: to as never, search: Object.fromEntries(new URLSearchParams(query)) as never });
  };
}

interface PictureToolsProps {
  readonly id: number;
  readonly no: number;
  /** ms; null = live. */
  readonly at: number | null;
  readonly scene: Scene;
  readonly trying: boolean;
  readonly onTry: () => void;
}

function PictureTools({ id, no, at, scene, trying, onTry }: PictureToolsProps) {
  const t = useDiagramTexts();
  const may = usePermissions(DIAGRAM);
  return (
    <span className={`${kit.wrap} ${styles.tools}`}>
      <Legend scene={scene} />
      <Button onClick={onTry} kind={trying ? 'primary' : 'default'} aria-pressed={trying}>
        {t('whatIf')}
      </Button>
      {may('export') && (
        <Button onClick={() => void saveFile(`${AREA}/exportSvg`, { id, no, at })}>SVG</Button>
      )}
      {may('edit') && (
        <GoLink goal={{ to: EDITOR, search: { diagram: id } }} className={styles.asButton}>
          {t('edit')}
        </GoLink>
      )}
    </span>
  );
}

function placeOf(scene: Scene, id: string): { x: number; y: number; w: number; h: number } | undefined {
  const one = elementOf(scene, id);
  return one && 'x' in one ? { x: one.x - 200, y: one.y - 160, w: 400, h: 320 } : undefined;
}
