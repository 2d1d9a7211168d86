import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Text } from '#contract/text.ts';
import { historyOf, type History, redone, stepped, undone } from '#domain/scene/edit/change.ts';
import { withGroups } from '#domain/scene/edit/act.ts';

/** What a press on the canvas does. */
type Tool = 'select' | 'pan' | 'wire';

/** A scene that is being edited: its steps, what is chosen, and what the pointer does. */
export interface Editing {
  readonly history: History;
  /** What is drawn: the scene, or what a gesture would make of it. */
  readonly scene: Scene;
  readonly selected: ReadonlySet<string>;
  readonly tool: Tool;
  readonly snap: boolean;
  readonly layer: string;
  /** Whether there are steps since it was saved. */
  readonly dirty: boolean;
  readonly setTool: (tool: Tool) => void;
  readonly setSnap: (snap: boolean) => void;
  readonly setLayer: (layer: string) => void;
  /** Chooses elements, with their groups; those of locked and hidden layers cannot be. */
  readonly select: (ids: Iterable<string>) => void;
  /** Makes a step. @param then what is chosen after it */
  readonly act: (title: Text, change: (scene: Scene) => Scene, then?: Iterable<string>) => void;
  /** Shows what a gesture would make; null ends it without a step. */
  readonly preview: (scene: Scene | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly saved: () => void;
}

/** Elements that can be chosen. */
export function openElements(scene: Scene): SceneElement[] {
  const shut = new Set(scene.layers.flatMap(({ id, hidden, locked }) => (hidden || locked ? [id] : [])));
  return scene.elements.filter((one) => !shut.has(one.layer));
}

export function useEditing(first: Scene): Editing {
  const [history, setHistory] = useState(() => historyOf(first));
  const [draft, setDraft] = useState<Scene | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [tool, setTool] = useState<Tool>('select');
  const [snap, setSnap] = useState(true);
  const [layer, setLayer] = useState(
    () => first.layers.find(({ id }) => id === 'device')?.id ?? first.layers.at(-1)?.id ?? '',
  );
  const [savedAt, setSaved] = useState<Scene>(first);
  // Acts that follow each other in one press build on what the one before made.
  const latest = useRef(history);
  useEffect(() => {
    latest.current = history;
  }, [history]);
  const put = useCallback((next: History): void => {
    latest.current = next;
    setHistory(next);
    setDraft(null);
  }, []);
  const choose = useCallback((scene: Scene, ids: Iterable<string>): void => {
    const open = new Set(openElements(scene).map(({ id }) => id));
    setSelected(new Set([...withGroups(scene, new Set(ids))].filter((id) => open.has(id))));
  }, []);
  const act = useCallback(
    (title: Text, change: (scene: Scene) => Scene, then?: Iterable<string>): void => {
      const next = stepped(latest.current, change(latest.current.scene), title);
      put(next);
      if (then) choose(next.scene, then);
    },
    [put, choose],
  );
  const select = useCallback((ids: Iterable<string>) => choose(latest.current.scene, ids), [choose]);
  const undo = useCallback(() => put(undone(latest.current)), [put]);
  const redo = useCallback(() => put(redone(latest.current)), [put]);
  const saved = useCallback(() => setSaved(latest.current.scene), []);
  const there = useMemo(() => {
    const known = new Set(history.scene.elements.map(({ id }) => id));
    return new Set([...selected].filter((id) => known.has(id)));
  }, [history.scene, selected]);
  return {
    history,
    scene: draft ?? history.scene,
    selected: there,
    tool,
    snap,
    layer,
    dirty: history.scene !== savedAt,
    setTool,
    setSnap,
    setLayer,
    select,
    act,
    preview: setDraft,
    undo,
    redo,
    saved,
  };
}
