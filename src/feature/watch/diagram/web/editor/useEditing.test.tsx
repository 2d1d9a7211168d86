import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { checkScene } from '#domain/scene/check.ts';
import { LAYERS } from '#domain/scene/oneLine.ts';
import { commandsOf, STEPS } from './commands.ts';
import { useEditing } from './useEditing.ts';

test('new elements come onto a layer that is there, also after the step that made theirs was taken back', () => {
  const { result } = renderHook(() => useEditing(emptyScene(LAYERS)));
  act(() => {
    result.current.act(STEPS.layer, (now): Scene => ({ ...now, layers: [...now.layers, { id: 'l1', name: 'Mine' }] })); // prettier-ignore
    result.current.setLayer('l1');
  });
  expect(result.current.layer).toBe('l1');
  act(() => result.current.undo());
  act(() => commandsOf(result.current).insert('breaker', { x: 100, y: 100 }));
  const { scene } = result.current.history;
  expect(scene.elements).toHaveLength(1);
  expect(checkScene(scene)).toEqual({ scene });
});

test('where its layer went the uppermost open one takes its place', () => {
  const first = emptyScene([
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C', locked: true },
  ]);
  const { result } = renderHook(() => useEditing(first));
  act(() => result.current.setLayer('gone'));
  expect(result.current.layer).toBe('b');
});
