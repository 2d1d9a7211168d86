import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { Space, SpaceBody } from '#contract/scene/space.ts';
import type { Names } from '#domain/scene/label.ts';
import type { HeatFigure } from '#domain/scene/space/heat.ts';
import type { Paint } from '#domain/scene/space/paint.ts';
import { roomOf, shownBodies } from '#domain/scene/space/shape.ts';
import { DrawingArea } from '#web/ui/DrawingArea.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { DiagramHead } from '../../contract.ts';
import styles from '../Diagram.module.css';
import { ElementList } from '../elements/ElementList.tsx';
import { PickedElement } from '../PickedElement.tsx';
import { TimeMachine } from '../TimeMachine.tsx';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { useFreshness } from '../useFreshness.tsx';
import { WatchPanel } from '../WatchPanel.tsx';
import { HeatPanel } from './HeatPanel.tsx';
import { PictureMenu } from './PictureMenu.tsx';
import { isListKey } from '../elements/listKey.ts';
import { lookByKey } from './spaceKeys.ts';
import { SpaceScreen } from './SpaceScreen.tsx';
import { type Looking, LOOKING, SpaceTools } from './SpaceTools.tsx';
import type { StageCamera } from './stage/Orbit.tsx';
import type { StageContent } from './stage/StageContent.ts';
import spaceStyles from './Space.module.css';
import { type HeatShown, useHeat } from './useHeat.ts';
import { useInks } from './useInks.ts';
import { useSpaceValues } from './useSpaceValues.ts';
import { ViewsPanel } from './ViewsPanel.tsx';

export interface LiveSpaceProps {
  readonly diagram: DiagramHead;
  readonly no: number;
  readonly space: Space;
  readonly names: Names;
  /** ms; null = live. */
  readonly at: number | null;
  readonly heat: HeatFigure | null;
  readonly select: ReactNode;
  readonly onAt: (at: number | null) => void;
  readonly onHeat: (figure: HeatFigure | null) => void;
}

/** Looks that leave a body its own colour. */
const PLAIN_LOOKS: readonly (string | null)[] = ['normal', 'open', 'closed', null];

interface ContentOptions {
  readonly space: Space;
  readonly diagramId: number;
  readonly paints: ReadonlyMap<string, Paint>;
  readonly heat: HeatShown | null;
  /** The floor that is shown alone; null = all. */
  readonly floor: string | null;
  readonly picked: string | null;
  readonly onPick: (id: string | null) => void;
}

/** What is drawn: bodies that are shown, in the colour of their heat where one is chosen, else in that of their values. */
function useContent(options: ContentOptions): StageContent {
  const { space, diagramId, paints, heat, floor, picked, onPick } = options;
  const ink = useInks();
  return useMemo(
    () => ({
      space,
      bodies: shownBodies(space, floor).filter((one) => paints.get(one.id)?.shown !== false),
      paints,
      chosen: new Set(picked === null ? [] : [picked]),
      diagramId,
      onPick,
      ink,
      colorOf: ({ id }) =>
        heat ? (heat.colors.get(id) ?? ink('quiet')) : ink(paints.get(id)?.tone ?? 'line'),
      isTinted: ({ id, tone }) =>
        tone !== undefined ||
        heat?.colors.has(id) === true ||
        !PLAIN_LOOKS.includes(paints.get(id)?.look ?? null),
    }),
    [space, diagramId, paints, heat, floor, picked, onPick, ink],
  );
}

/** A space with its values, the time machine below, and beside it heat, views, and what is abnormal. */
export function LiveSpace(props: LiveSpaceProps) {
  const { diagram, no, space, names, at, heat, select, onAt, onHeat } = props;
  const t = useDiagramTexts();
  const { monitorDiagramId: id, consumerId, timeZone } = diagram;
  const { shown, paints } = useSpaceValues(space, names, { id, no, consumerId, at });
  const heated = useHeat(diagram, no, space, heat, at);
  const [picked, setPicked] = useState<string | null>(null);
  const [looking, setLooking] = useState<Looking>(LOOKING);
  const [camera, setCamera] = useState<StageCamera | null>(null);
  useFreshness(shown, names, at, timeZone);
  const { floor } = looking;
  const { area, marked, toList, walk } = useWalk();
  const chosen = marked ?? picked;
  const content = useContent({ space, diagramId: id, paints, heat: heated, floor, picked: chosen, onPick: setPicked }); // prettier-ignore
  const leave = (): void => setPicked(null);
  const fit = (): void => camera?.fit(roomOf(space, content.bodies));
  const menu = <PictureMenu {...{ id, no, at, heat, onHeat }} />;
  const tools = <SpaceTools space={space} looking={looking} onChange={setLooking} onFit={fit} />;
  const onGo = (element: string): void => {
    setPicked(element);
    camera?.fit(roomOf(space, around(space, element)));
  };
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Panel title={select} unit={`v${no} ${t('published')}`} flush extra={menu}>
          {shown.error && <ErrorState what={shown.error.message} onRetry={shown.retry} height={80} />}
          <div className={spaceStyles.bar}>{tools}</div>
          <Area {...{ area, camera, toList, fit, leave }} name={diagram.diagramName}>
            <SpaceScreen
              {...looking}
              name={diagram.diagramName}
              heat={heated?.colors ?? null}
              content={content}
              handles={null}
              onCamera={setCamera}
            />
          </Area>
        </Panel>
        <TimeMachine {...{ diagram, no, shown, at, onAt }} />
      </div>
      <aside className={styles.side}>
        {picked !== null && <PickedElement {...{ shown, names }} scene={space} id={picked} onClose={leave} />}
        {heated && <HeatPanel heat={heated} space={space} names={names} zone={timeZone} />}
        {space.views.length > 0 && !looking.plan && camera && (
          <ViewsPanel views={space.views} onLook={camera.look} />
        )}
        <WatchPanel shown={shown} names={names} onGo={onGo} />
        <ElementList {...walk} {...{ shown, names }} elements={content.bodies} onPick={onGo} />
      </aside>
    </div>
  );
}

/** Going through the bodies one by one, by the list beside the space. */
function useWalk() {
  const [marked, setMarked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const toList = (): void => list.current?.focus();
  const walk = { box: list, onMark: setMarked, onLeave: () => area.current?.focus() };
  return { area, marked, toList, walk };
}

/** A body with those near it, to be looked at. */
function around(space: Space, id: string): SpaceBody[] {
  const one = space.elements.find((each) => each.id === id);
  return one ? [{ ...one, type: 'sphere', r: 4 } as SpaceBody] : space.elements;
}

interface AreaProps {
  readonly name: string;
  readonly area: Ref<HTMLDivElement>;
  readonly camera: StageCamera | null;
  readonly fit: () => void;
  readonly leave: () => void;
  readonly toList: () => void;
  readonly children: ReactNode;
}

/** The area in which the space lies: it is turned by keys. */
function Area({ name, area, camera, fit, leave, toList, children }: AreaProps) {
  const t = useDiagramTexts();
  const onKey = (event: KeyboardEvent): void => {
    if (camera && lookByKey(camera, event.key, fit)) event.preventDefault();
    else if (event.key === 'Escape') leave();
    else if (isListKey(event)) {
      event.preventDefault();
      toList();
    }
  };
  return (
    <DrawingArea ref={area} label={t('spaceKeys', { name })} className={spaceStyles.area} onKeyDown={onKey}>
      {children}
    </DrawingArea>
  );
}
