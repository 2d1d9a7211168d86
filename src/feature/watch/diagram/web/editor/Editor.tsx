import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { checkScene } from '#domain/scene/check.ts';
import { bindMeter } from '#domain/scene/edit/bind.ts';
import { type Inserted, insertAt, insertPlain } from '#domain/scene/edit/insert.ts';
import type { Point } from '#domain/scene/geometry.ts';
import type { Names } from '#domain/scene/label.ts';
import { putObject } from '#domain/scene/edit/objectTemplate.ts';
import { putTemplate } from '#domain/scene/edit/ownTemplate.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { DiagramHead, NetworkAnswer, NetworkMeter, NetworkObject } from '../../contract.ts';
import { networkQuery } from '../calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { ONE_LINE } from '../paths.ts';
import type { SceneView } from '../scene/SceneView.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { Canvas } from './Canvas.tsx';
import { type Commands, commandsOf, STEPS } from './commands.ts';
import { Doors } from './Doors.tsx';
import { FindReplace } from './FindReplace.tsx';
import { keep as keepWork } from './kept.ts';
import { KeptWork } from './KeptWork.tsx';
import { Layers } from './Layers.tsx';
import { Palette, type Plain } from './Palette.tsx';
import { Properties } from './Properties.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ObjectTray } from './ObjectTray.tsx';
import { OwnTemplates } from './OwnTemplates.tsx';
import { Tray } from './Tray.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { type Editing, useEditing } from './useEditing.ts';
import { pressKey } from './useEditorKeys.ts';
import { useDraftHead } from './useDraftHead.tsx';
import { type Saving, useSaving } from './useSaving.ts';
import { type Templates, useTemplates } from './useTemplates.ts';
import { Versions } from './Versions.tsx';
import editorStyles from './Editor.module.css';

export interface EditorProps {
  readonly diagram: DiagramHead;
  readonly first: Scene;
  /** The version that `first` is; 0 = there is none. */
  readonly base: number;
  readonly names: Names;
  readonly onReload: () => void;
}

/** What draws on the sheet from outside of it: the archive, a meter, something plain. */
function useDrawing(
  editing: Editing,
  view: SceneView | null,
  network: NetworkAnswer | undefined,
  template: readonly SceneElement[] | null,
) {
  const t = useDiagramTexts();
  const middle = (): Point => {
    const area = view?.host.getBoundingClientRect();
    if (!view || !area) return { x: 200, y: 200 };
    return view.toSheet(area.left + area.width / 2, area.top + area.height / 2);
  };
  const draw = async (): Promise<void> => {
    if (!network) return;
    const { scene: before } = editing.history;
    const there = before.elements.length > 0;
    const { scene, kept, added, gone, meters, leftOut } = oneLineOf(network, there ? before : null);
    const effect = { title: t('drawAsk'), text: t('drawEffect', { added, gone, kept }) };
    if (there && !(await confirm(effect))) return;
    editing.act(STEPS.draw, () => scene, []);
    // The sheet shows it from the next picture on.
    requestAnimationFrame(() => view?.fit());
    if (leftOut > 0) notify('warning', t('drawnPart', { meters, leftOut, kept }));
    else notify('success', t('drawn', { meters, kept }));
  };
  const bind = (meter: NetworkMeter, element: string | undefined, at: Point): void => {
    if (element !== undefined)
      return editing.act(STEPS.bind, (scene) => bindMeter(scene, element, meter), [element]);
    const made = insertAt(editing.history.scene, 'meter', at, editing.layer);
    const named = { ...meter, name: '{code} / {name}' };
    editing.act(STEPS.insert, () => bindMeter(made.scene, made.id, named), [made.id]);
  };
  const plain = (kind: Plain): Inserted =>
    insertPlain(editing.history.scene, kind, middle(), editing.layer, t('words'));
  const object = (one: NetworkObject): void => {
    const { scene } = editing.history;
    const layerOf = (id: string): string =>
      scene.layers.find((each) => each.id === id && !each.locked)?.id ?? editing.layer;
    const layers = { symbol: editing.layer, wire: layerOf('wire'), note: layerOf('note') };
    const put = template
      ? putTemplate(scene, template, one, middle())
      : putObject(scene, one, middle(), layers);
    editing.act(STEPS.template, () => put.scene, put.ids);
    view?.host.focus();
  };
  return { middle, draw, bind, plain, object };
}

/** A flat picture that was kept, where it is one. */
function taken(raw: unknown): Scene | null {
  const read = checkScene(raw);
  return 'scene' in read ? read.scene : null;
}

/** What the parts of the bench have in common. */
interface Bench {
  readonly editing: Editing;
  readonly commands: Commands;
  readonly drawing: ReturnType<typeof useDrawing>;
  readonly network: NetworkAnswer | undefined;
  readonly names: Names;
  readonly view: SceneView | null;
  readonly templates: Templates;
}

/** A picture on the bench: symbols at the left, the sheet with the meters not shown yet, what is chosen at the right. */
export function Editor({ diagram, first, base, names, onReload }: EditorProps) {
  const editing = useEditing(first);
  const keep = (): boolean => keepWork(diagram.monitorDiagramId, editing.now(), Date.now());
  const saving = useSaving(diagram, base, editing, { keep, onReload });
  const { data: network } = useQuery(networkQuery(diagram.monitorDiagramId));
  const [view, setView] = useState<SceneView | null>(null);
  const [finding, setFinding] = useState(false);
  const [bindAsked, setBindAsked] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const commands = commandsOf(editing);
  const templates = useTemplates(diagram.monitorDiagramId);
  const drawing = useDrawing(editing, view, network, templates.elements);
  const allNames = useMemo(
    () => new Map([...names, ...(network?.meters ?? []).map((one) => [one.ammeterId, one] as const)]),
    [names, network],
  );
  useDraftHead(diagram, saving);
  const acts = {
    save: () => void saving.save(),
    search: () => setFinding(true),
    symbols: () => search.current?.focus(),
    bind: () => editing.selected.size === 1 && setBindAsked((count) => count + 1),
  };
  const bench: Bench = { editing, commands, drawing, network, names: allNames, view, templates };
  return (
    <>
      <UnsavedGuard unsaved={editing.dirty} />
      <Toolbar editing={editing} commands={commands} view={view} onSearch={acts.search}>
        <DrawButton onDraw={network && (() => void drawing.draw())} />
        <Doors diagram={diagram} dirty={editing.dirty} saving={saving} lookAt={ONE_LINE} />
      </Toolbar>
      <KeptWork diagram={diagram} editing={editing} take={taken} />
      <div className={editorStyles.editor}>
        <Shelf bench={bench} search={search} />
        <Sheet
          bench={bench}
          whole={`${diagram.monitorDiagramId}`}
          onView={setView}
          onKey={(event) => pressKey(event, view, editing, commands, acts)}
        />
        <Side bench={bench} diagram={diagram} saving={saving} bindAsked={bindAsked} />
      </div>
      {finding && (
        <FindReplace
          editing={editing}
          names={allNames}
          meters={network?.meters ?? []}
          points={network?.points ?? []}
          onClose={() => setFinding(false)}
        />
      )}
    </>
  );
}

interface SideProps {
  readonly bench: Bench;
  readonly diagram: DiagramHead;
  readonly saving: Saving;
  readonly bindAsked: number;
}

/** What is chosen, the layers, the versions. */
function Side({ bench: { editing, names, network, templates }, diagram, saving, bindAsked }: SideProps) {
  return (
    <aside className={styles.side}>
      <Properties
        editing={editing}
        names={names}
        diagramId={diagram.monitorDiagramId}
        bindAsked={bindAsked}
      />
      <Layers editing={editing} />
      <OwnTemplates diagram={diagram} editing={editing} network={network} templates={templates} />
      <Versions
        diagram={diagram}
        scene={editing.history.scene}
        base={saving.base}
        onRestore={(no) => void saving.restore(no)}
      />
    </aside>
  );
}

interface ShelfProps {
  readonly bench: Bench;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The symbols; what is taken lies on the sheet, which then has the keys. */
function Shelf({ bench: { commands, drawing, view }, search }: ShelfProps) {
  const toSheet = (): void => view?.host.focus();
  return (
    <Palette
      search={search}
      onSymbol={(name) => {
        commands.insert(name, drawing.middle());
        toSheet();
      }}
      onPlain={(kind) => {
        commands.put(drawing.plain(kind));
        toSheet();
      }}
    />
  );
}

interface SheetProps {
  readonly bench: Bench;
  readonly whole: string;
  readonly onView: (view: SceneView) => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** The sheet, and below it the meters that it does not show yet. */
function Sheet({ bench: { editing, drawing, network, names, templates }, whole, onView, onKey }: SheetProps) {
  const t = useDiagramTexts();
  const { scene } = editing.history;
  const [chosen] = editing.selected.size === 1 ? editing.selected : [];
  return (
    <div className={styles.main}>
      <Panel
        title={t('sheet')}
        unit={t('sheetOf', { elements: scene.elements.length, chosen: editing.selected.size })}
        extra={<small className={`${kit.hint} ${styles.quiet}`}>{t('sheetHint')}</small>}
        flush
      >
        <Canvas
          editing={editing}
          names={names}
          whole={whole}
          onView={onView}
          onKey={onKey}
          onMeter={(ammeterId, element, at) => {
            const meter = network?.meters.find((one) => one.ammeterId === ammeterId);
            if (meter) drawing.bind(meter, element ?? undefined, at);
          }}
        />
      </Panel>
      <Tray
        network={network}
        scene={scene}
        onBind={(meter) => drawing.bind(meter, chosen, drawing.middle())}
      />
      <ObjectTray
        network={network}
        template={templates.chosen?.templateName ?? null}
        onPut={drawing.object}
      />
    </div>
  );
}

function DrawButton({ onDraw }: { readonly onDraw: (() => void) | undefined }) {
  const t = useDiagramTexts();
  return (
    <Button onClick={onDraw} disabled={!onDraw}>
      {t('drawFromArchive')}
    </Button>
  );
}
