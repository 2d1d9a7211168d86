import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Picture } from '#contract/scene/scene.ts';
import type { Text } from '#contract/text.ts';
import { historyOf, type History, redone, stepped, undone } from '#domain/scene/edit/change.ts';

/** A picture of any kind that is being edited: its steps, and what is chosen. */
export interface Steps<S extends Picture> {
  readonly history: History<S>;
  /** What is drawn: the picture, or what a gesture would make of it. */
  readonly scene: S;
  readonly selected: ReadonlySet<string>;
  /** What of it stays chosen while the keys walk on; another choice lets go of it. */
  readonly held: ReadonlySet<string>;
  readonly hold: (ids: ReadonlySet<string>) => void;
  /** Whether there are steps since it was saved. */
  readonly dirty: boolean;
  /** Chooses elements, with their groups; those of locked and hidden layers cannot be. */
  readonly select: (ids: Iterable<string>) => void;
  /** Makes a step. @param then what is chosen after it */
  readonly act: (title: Text, change: (scene: S) => S, then?: Iterable<string>) => void;
  /** Shows what a gesture would make; null ends it without a step. */
  readonly preview: (scene: S | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** The picture as it is when this is called: what began before the last steps knows an older one. */
  readonly now: () => S;
  /** That picture was saved; steps since are not. */
  readonly saved: (scene: S) => void;
}

/** Elements that can be chosen, and those that are chosen together. */
export interface Choosing<S extends Picture> {
  readonly open: (scene: S) => readonly { readonly id: string }[];
  readonly withGroups: (scene: S, ids: ReadonlySet<string>) => ReadonlySet<string>;
}

/** @param choosing the same object at every call */
export function useSteps<S extends Picture>(first: S, choosing: Choosing<S>): Steps<S> {
  const [history, setHistory] = useState(() => historyOf(first));
  const [draft, setDraft] = useState<S | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const [savedAt, setSaved] = useState<S>(first);
  // Acts that follow each other in one press build on what the one before made.
  const latest = useRef(history);
  useEffect(() => {
    latest.current = history;
  }, [history]);
  const put = useCallback((next: History<S>): void => {
    latest.current = next;
    setHistory(next);
    setDraft(null);
  }, []);
  const choose = useCallback(
    (scene: S, ids: Iterable<string>): void => {
      const open = new Set(choosing.open(scene).map(({ id }) => id));
      setHeld(new Set());
      setSelected(new Set([...choosing.withGroups(scene, new Set(ids))].filter((id) => open.has(id))));
    },
    [choosing],
  );
  const act = useCallback(
    (title: Text, change: (scene: S) => S, then?: Iterable<string>): void => {
      const next = stepped(latest.current, change(latest.current.scene), title);
      put(next);
      if (then) choose(next.scene, then);
    },
    [put, choose],
  );
  const select = useCallback((ids: Iterable<string>) => choose(latest.current.scene, ids), [choose]);
  const undo = useCallback(() => put(undone(latest.current)), [put]);
  const redo = useCallback(() => put(redone(latest.current)), [put]);
  const now = useCallback(() => latest.current.scene, []);
  const there = useMemo(() => {
    const known = new Set(history.scene.elements.map(({ id }) => id));
    return new Set([...selected].filter((id) => known.has(id)));
  }, [history.scene, selected]);
  return {
    history,
    scene: draft ?? history.scene,
    selected: there,
    held: useMemo(() => new Set([...held].filter((id) => there.has(id))), [held, there]),
    hold: setHeld,
    dirty: history.scene !== savedAt,
    select,
    act,
    preview: setDraft,
    undo,
    redo,
    now,
    saved: setSaved,
  };
}
