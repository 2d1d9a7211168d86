import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Space, SpaceBody } from '#contract/scene/space.ts';
import type { Names } from '#domain/scene/label.ts';
import { checkSpace } from '#domain/scene/space/check.ts';
import { paintOf } from '#domain/scene/space/paint.ts';
import { roomOf, shownBodies } from '#domain/scene/space/shape.ts';
import { useLanguage } from '#web/text/language.ts';
import { DrawingArea } from '#web/ui/DrawingArea.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { DiagramHead, NetworkAnswer } from '../../../contract.ts';
import { networkQuery } from '../../calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../../Diagram.module.css';
import { Doors } from '../../editor/Doors.tsx';
import editorStyles from '../../editor/Editor.module.css';
import { keep as keepWork } from '../../editor/kept.ts';
import { KeptWork } from '../../editor/KeptWork.tsx';
import { Tray } from '../../editor/Tray.tsx';
import { UnsavedGuard } from '../../editor/UnsavedGuard.tsx';
import { useDraftHead } from '../../editor/useDraftHead.tsx';
import { type Saving, useSaving } from '../../editor/useSaving.ts';
import { Versions } from '../../editor/Versions.tsx';
import { SPACE } from '../../paths.ts';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import { SpaceScreen } from '../SpaceScreen.tsx';
import { type Looking, LOOKING, SpaceTools } from '../SpaceTools.tsx';
import type { StageCamera } from '../stage/Orbit.tsx';
import type { StageContent } from '../stage/StageContent.ts';
import spaceStyles from '../Space.module.css';
import { useInks } from '../useInks.ts';
import { Floors } from './Floors.tsx';
import { pressSpaceKey } from './pressSpaceKey.ts';
import { Shapes } from './Shapes.tsx';
import { type SpaceCommands, spaceCommandsOf } from './spaceCommands.ts';
import { SpaceProperties } from './SpaceProperties.tsx';
import { SpaceToolbar } from './SpaceToolbar.tsx';
import { useHandles } from './useHandles.ts';
import { type SpaceEditing, useSpaceEditing } from './useSpaceEditing.ts';
import { ViewList } from './ViewList.tsx';

export interface SpaceEditorProps {
  readonly diagram: DiagramHead;
  readonly first: Space;
  /** The version that `first` is; 0 = there is none. */
  readonly base: number;
  readonly names: Names;
  readonly onReload: () => void;
}

/** What is drawn while it is edited: nothing is told of its values. */
function useContent(editing: SpaceEditing, looking: Looking, names: Names, diagramId: number): StageContent {
  const language = useLanguage();
  const ink = useInks();
  const { scene: space, selected: chosen, select } = editing;
  const paints = useMemo(
    () => new Map(space.elements.map((one) => [one.id, paintOf(one, null, names, language)])),
    [space, names, language],
  );
  const onPick = useCallback(
    (id: string | null, more: boolean): void => {
      if (id === null) return more ? undefined : select([]);
      if (!more) return select([id]);
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      select(next);
    },
    [select, chosen],
  );
  return useMemo(
    () => ({
      space,
      bodies: shownBodies(space, looking.floor),
      paints,
      colorOf: ({ id }: SpaceBody) => ink(paints.get(id)?.tone ?? 'line'),
      isTinted: ({ tone }: SpaceBody) => tone !== undefined,
      ink,
      chosen,
      diagramId,
      onPick,
    }),
    [space, looking.floor, paints, ink, chosen, diagramId, onPick],
  );
}

/** A picture in space that was kept, where it is one. */
function taken(raw: unknown): Space | null {
  const read = checkSpace(raw);
  return 'scene' in read ? read.scene : null;
}

/** What the parts of the bench have in common. */
export interface SpaceBench {
  readonly diagram: DiagramHead;
  readonly editing: SpaceEditing;
  readonly commands: SpaceCommands;
  readonly names: Names;
  readonly camera: StageCamera | null;
  /** Where new bodies come to stand, m. */
  readonly middle: () => { readonly x: number; readonly y: number };
}

/** Half a metre of the grid. */
const half = (value: number): number => Math.round(value * 2) / 2;

/** A space on the bench: shapes at the left, the space with the meters not shown yet, what is chosen at the right. */
export function SpaceEditor({ diagram, first, base, names, onReload }: SpaceEditorProps) {
  const { monitorDiagramId: id } = diagram;
  const editing = useSpaceEditing(first);
  const keep = (): boolean => keepWork(id, editing.now(), Date.now());
  const saving = useSaving(diagram, base, editing, { keep, onReload });
  const { data: network } = useQuery(networkQuery(id));
  const [camera, setCamera] = useState<StageCamera | null>(null);
  const [looking, setLooking] = useState<Looking>(LOOKING);
  const [bindAsked, setBindAsked] = useState(0);
  const shapes = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const commands = spaceCommandsOf(editing, id);
  const allNames = useMemo(
    () => new Map([...names, ...(network?.meters ?? []).map((one) => [one.ammeterId, one] as const)]),
    [names, network],
  );
  useDraftHead(diagram, saving);
  const middle = () => {
    const at = camera?.where().at ?? { x: 0, y: 0 };
    return { x: half(at.x), y: half(at.y) };
  };
  const bench: SpaceBench = { diagram, editing, commands, names: allNames, camera, middle };
  const acts = {
    save: () => void saving.save(),
    bind: () => editing.selected.size === 1 && setBindAsked((count) => count + 1),
    shapes: () => shapes.current?.querySelector('button')?.focus(),
    plan: () => setLooking({ ...looking, plan: !looking.plan }),
    fit: () => camera?.fit(roomOf(editing.history.scene, shownBodies(editing.history.scene, looking.floor))),
  };
  const sheet = { looking, onLooking: setLooking, onFit: acts.fit, onCamera: setCamera, network, area };
  return (
    <>
      <UnsavedGuard unsaved={editing.dirty} />
      <SpaceToolbar editing={editing} commands={commands}>
        <Doors diagram={diagram} dirty={editing.dirty} saving={saving} lookAt={SPACE} />
      </SpaceToolbar>
      <KeptWork diagram={diagram} editing={editing} take={taken} />
      <div className={editorStyles.editor}>
        <Shapes bench={bench} host={shapes} onPut={() => area.current?.focus()} />
        <Sheet
          {...sheet}
          bench={bench}
          onKey={(event) => pressSpaceKey(event, camera, editing, commands, acts)}
        />
        <Side bench={bench} saving={saving} bindAsked={bindAsked} />
      </div>
    </>
  );
}

interface SideProps {
  readonly bench: SpaceBench;
  readonly saving: Saving;
  readonly bindAsked: number;
}

/** What is chosen, the floors, the views of a tour, the versions. */
function Side({ bench, saving, bindAsked }: SideProps) {
  const { editing, diagram } = bench;
  return (
    <aside className={styles.side}>
      <SpaceProperties bench={bench} bindAsked={bindAsked} />
      <Floors editing={editing} />
      <ViewList bench={bench} />
      <Versions
        diagram={diagram}
        scene={editing.history.scene}
        base={saving.base}
        onRestore={(no) => void saving.restore(no)}
      />
    </aside>
  );
}

interface SheetProps {
  readonly bench: SpaceBench;
  readonly looking: Looking;
  readonly network: NetworkAnswer | undefined;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly onLooking: (looking: Looking) => void;
  readonly onFit: () => void;
  readonly onCamera: (camera: StageCamera) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** The space, and below it the meters that it does not show yet. */
function Sheet({ bench, looking, network, area, onLooking, onFit, onCamera, onKey }: SheetProps) {
  const t = useDiagramTexts();
  const { diagram, editing, commands, names, middle } = bench;
  const { scene, selected } = editing;
  const content = useContent(editing, looking, names, diagram.monitorDiagramId);
  const handles = useHandles(editing);
  return (
    <div className={styles.main}>
      <Panel
        title={t('sheet')}
        unit={t('sheetOf', { elements: scene.elements.length, chosen: selected.size })}
        flush
      >
        <div className={spaceStyles.bar}>
          <SpaceTools space={scene} looking={looking} onChange={onLooking} onFit={onFit} />
          <small className={`${kit.hint} ${styles.quiet}`}>{t('spaceHint')}</small>
        </div>
        <DrawingArea
          ref={area}
          label={t('spaceEditKeys')}
          className={spaceStyles.area}
          onKeyDown={(event) => {
            if (event.target === event.currentTarget && onKey(event)) event.preventDefault();
          }}
        >
          <SpaceScreen
            name={diagram.diagramName}
            {...looking}
            heat={null}
            content={content}
            handles={handles}
            onCamera={onCamera}
          />
        </DrawingArea>
      </Panel>
      <Tray
        network={network}
        scene={editing.history.scene}
        drags={false}
        onBind={(meter) => commands.bindMeter(meter, middle())}
      />
    </div>
  );
}
