import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { bindMeter } from '#domain/scene/edit/bind.ts';
import { type Inserted, insertAt, insertPlain } from '#domain/scene/edit/insert.ts';
import type { Point } from '#domain/scene/geometry.ts';
import type { Names } from '#domain/scene/label.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import { momentAt } from '#domain/time/text.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import type { DiagramHead, NetworkAnswer, NetworkMeter } from '../../contract.ts';
import { networkQuery } from '../calls.ts';
import styles from '../Diagram.module.css';
import { ONE_LINE } from '../paths.ts';
import type { SceneView } from '../scene/SceneView.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { Canvas } from './Canvas.tsx';
import { commandsOf, STEPS } from './commands.ts';
import { FindReplace } from './FindReplace.tsx';
import { Layers } from './Layers.tsx';
import { Palette, type Plain } from './Palette.tsx';
import { Properties } from './Properties.tsx';
import { Toolbar } from './Toolbar.tsx';
import { Tray } from './Tray.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { type Editing, useEditing } from './useEditing.ts';
import { pressKey } from './useEditorKeys.ts';
import { type Saving, useSaving } from './useSaving.ts';
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

/** What the head says of the draft: its number, when it was saved, which version people see. */
function useDraftHead({ timeZone }: DiagramHead, { base, savedAt, publishedNo }: Saving): void {
  const t = useDiagramTexts();
  const aside = useMemo(
    () => (
      <>
        <span className={editorStyles.badge}>{t('draft', { no: base })}</span>{' '}
        {savedAt !== null && t('savedAt', { at: momentAt(timeZone, savedAt).slice(11) })} {publishedNo !== null && t('onlineNo', { no: publishedNo })}
      </>
    ),
    [t, base, savedAt, publishedNo, timeZone],
  );
  usePageHead({ aside });
} // prettier-ignore

/** What draws on the sheet from outside of it: the archive, a meter, something plain. */
function useDrawing(editing: Editing, view: SceneView | null, network: NetworkAnswer | undefined) {
  const t = useDiagramTexts();
  const middle = (): Point => {
    const area = view?.svg.parentElement?.getBoundingClientRect();
    return view && area ? view.toSheet(area.left + area.width / 2, area.top + area.height / 2) : { x: 200, y: 200 };
  };
  const draw = async (): Promise<void> => {
    if (!network) return;
    const { scene: before } = editing.history;
    const there = before.elements.length > 0;
    const { scene, kept, added, gone } = oneLineOf(network, there ? before : null);
    if (there && !(await confirm({ title: t('drawAsk'), text: t('drawEffect', { added, gone, kept }) }))) return;
    editing.act(STEPS.draw, () => scene, []);
    // The sheet shows it from the next picture on.
    requestAnimationFrame(() => view?.fit());
    notify('success', t('drawn', { meters: network.meters.length, kept }));
  };
  const bind = (meter: NetworkMeter, element: string | undefined, at: Point): void => {
    if (element !== undefined) return editing.act(STEPS.bind, (scene) => bindMeter(scene, element, meter), [element]);
    const made = insertAt(editing.history.scene, 'meter', at, editing.layer);
    editing.act(STEPS.insert, () => bindMeter(made.scene, made.id, { ...meter, name: '{code} / {name}' }), [made.id]);
  };
  const plain = (kind: Plain): Inserted => insertPlain(editing.history.scene, kind, middle(), editing.layer, t('words'));
  return { middle, draw, bind, plain };
} // prettier-ignore

/** A picture on the bench: symbols at the left, the sheet with the meters not shown yet, what is chosen at the right. */
export function Editor({ diagram, first, base, names, onReload }: EditorProps) {
  const t = useDiagramTexts();
  const editing = useEditing(first);
  const saving = useSaving(diagram, base, editing, onReload);
  const { data: network } = useQuery(networkQuery(diagram.monitorDiagramId));
  const [view, setView] = useState<SceneView | null>(null);
  const [finding, setFinding] = useState(false);
  const [bindAsked, setBindAsked] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const commands = commandsOf(editing);
  const drawing = useDrawing(editing, view, network);
  const allNames = useMemo(() => new Map([...names, ...(network?.meters ?? []).map((one) => [one.ammeterId, one] as const)]), [names, network]);
  useDraftHead(diagram, saving);
  const acts = {
    save: () => void saving.save(),
    search: () => setFinding(true),
    symbols: () => search.current?.focus(),
    bind: () => editing.selected.size === 1 && setBindAsked((count) => count + 1),
  };
  const toSheet = (): void => view?.svg.parentElement?.focus();
  const { scene } = editing.history;
  return (
    <>
      <UnsavedGuard unsaved={editing.dirty} />
      <Toolbar editing={editing} commands={commands} view={view} onSearch={acts.search}>
        <Doors diagram={diagram} dirty={editing.dirty} saving={saving} onDraw={network && (() => void drawing.draw())} />
      </Toolbar>
      <div className={editorStyles.editor}>
        <Palette search={search} onSymbol={(name) => { commands.insert(name, drawing.middle()); toSheet(); }} onPlain={(kind) => { commands.put(drawing.plain(kind)); toSheet(); }} />
        <div className={styles.main}>
          <Panel title={t('sheet')} unit={t('sheetOf', { elements: scene.elements.length, chosen: editing.selected.size })} extra={<small className={styles.quiet}>{t('sheetHint')}</small>} flush>
            <Canvas
              editing={editing}
              names={allNames}
              whole={`${diagram.monitorDiagramId}`}
              onView={setView}
              onKey={(event) => pressKey(event, view, editing, commands, acts)}
              onMeter={(ammeterId, element, at) => {
                const meter = network?.meters.find((one) => one.ammeterId === ammeterId);
                if (meter) drawing.bind(meter, element ?? undefined, at);
              }}
            />
          </Panel>
          <Tray network={network} editing={editing} onBind={(meter) => drawing.bind(meter, editing.selected.size === 1 ? [...editing.selected][0] : undefined, drawing.middle())} />
        </div>
        <aside className={styles.side}>
          <Properties editing={editing} names={allNames} diagramId={diagram.monitorDiagramId} bindAsked={bindAsked} />
          <Layers editing={editing} />
          <Versions diagram={diagram} editing={editing} base={saving.base} onRestore={(no) => void saving.restore(no)} />
        </aside>
      </div>
      {finding && <FindReplace editing={editing} names={allNames} meters={network?.meters ?? []} onClose={() => setFinding(false)} />}
    </>
  );
} // prettier-ignore

interface DoorsProps {
  readonly diagram: DiagramHead;
  readonly dirty: boolean;
  readonly saving: Saving;
  readonly onDraw: (() => void) | undefined;
}

/** Where a picture comes from and goes to. */
function Doors({ diagram, dirty, saving, onDraw }: DoorsProps) {
  const t = useDiagramTexts();
  const may = usePermissions(monitorDiagram);
  const { base, publishedNo, busy } = saving;
  return (
    <>
      <Button onClick={onDraw} disabled={!onDraw}>{t('drawFromArchive')}</Button>
      {may('edit') && <Button onClick={() => void saving.save()} disabled={!dirty || busy} title="Ctrl S">{t('save')}</Button>}
      <GoLink goal={{ to: ONE_LINE, search: { diagram: diagram.monitorDiagramId } }} className={styles.asButton}>{t('lookAt')}</GoLink>
      {may('edit') && <Button kind="primary" onClick={() => void saving.publish()} disabled={busy || (!dirty && (base === 0 || base === publishedNo))}>{t('publish')}</Button>}
    </>
  );
} // prettier-ignore
