import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { checkScene } from '#domain/scene/check.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { drawAt } from '#web/resource/testBed.tsx';
import { texts as diagramTexts } from '../texts.ts';
import type { SceneView } from '../scene/SceneView.ts';
import { commandsOf } from './commands.ts';
import { FindReplace } from './FindReplace.tsx';
import { Layers } from './Layers.tsx';
import { Properties } from './Properties.tsx';
import { texts } from './texts.ts';
import { type Editing, useEditing } from './useEditing.ts';
import { pressKey } from './useEditorKeys.ts';
import { usePointer } from './usePointer.ts';

const layer = 'device';
const signal = (signalPointId: number) => ({ source: { kind: 'signal', signalPointId } as const, map: { kind: 'visible', from: 1, to: 1 } as const }); // prettier-ignore
const scene: Scene = {
  ...emptyScene([{ id: layer, name: 'Devices' }, { id: 'note', name: 'Notes' }]),
  elements: [
    { id: 'a', type: 'symbol', layer, symbol: 'breaker', x: 0, y: 0, bindings: [signal(1)] },
    { id: 'b', type: 'symbol', layer, symbol: 'breaker', x: 100, y: 0, bindings: [signal(2)] },
    { id: 'c', type: 'symbol', layer, symbol: 'breaker', x: 200, y: 0 },
    { id: 'w', type: 'wire', layer, from: { x: 0, y: 100 }, to: { x: 200, y: 100 } },
  ],
}; // prettier-ignore

/** Draws a part of the bench with an element chosen. */
async function show(part: (editing: Editing) => ReactNode, chosen: readonly string[] = []) {
  const bench: { editing: Editing | null } = { editing: null };
  const Bench = () => {
    const editing = useEditing(scene);
    useEffect(() => {
      bench.editing = editing;
    });
    return part(editing);
  };
  await drawAt('/', <Bench />, { phrases: { diagram: diagramTexts, 'diagram.web.editor': texts } });
  act(() => bench.editing?.select(chosen));
  const now = (): Scene => bench.editing?.history.scene ?? scene;
  const elementOf = (id: string) => now().elements.find((one) => one.id === id);
  return { now, elementOf };
}

/** A bench to which keys are pressed one by one. */
function keyed() {
  const { result } = renderHook(() => useEditing(scene));
  const acts = { save: () => undefined, search: () => undefined, symbols: () => undefined, bind: () => undefined }; // prettier-ignore
  const press = (key: string, shiftKey = false): void =>
    act(() => void pressKey({ key, shiftKey } as KeyboardEvent, null, result.current, commandsOf(result.current), acts)); // prettier-ignore
  return { result, press };
}

test('keys choose any two of three, which are then joined', () => {
  const { result, press } = keyed();
  press('j');
  press('J', true);
  expect([...result.current.selected]).toEqual(['a', 'b']);
  // The one that was added is led on, the other stays.
  press('j');
  expect([...result.current.selected]).toEqual(['a', 'c']);
  press('w');
  const made = result.current.history.scene.elements.at(-1);
  expect(made).toMatchObject({ type: 'wire', from: { element: 'a' }, to: { element: 'c' } });
});

test('keys add one after the other, and another choice lets go of them', () => {
  const { result, press } = keyed();
  press('k');
  expect([...result.current.selected]).toEqual(['c']);
  press('K', true);
  press('K', true);
  expect([...result.current.selected]).toEqual(['a', 'b', 'c']);
  // Nothing is left to be added.
  press('J', true);
  expect(result.current.selected.size).toBe(3);
  press('Escape');
  press('j');
  press('j');
  expect([...result.current.selected]).toEqual(['b']);
});

test('the size of a symbol is a field too', async () => {
  const properties = (editing: Editing) => <Properties editing={editing} names={NO_NAMES} diagramId={1} bindAsked={0} />; // prettier-ignore
  const { elementOf } = await show(properties, ['a']);
  await userEvent.click(screen.getByText('Place'));
  await userEvent.clear(screen.getByLabelText('Scale'));
  await userEvent.type(screen.getByLabelText('Scale'), '2.25{Enter}');
  expect(elementOf('a')).toMatchObject({ scale: 2.25 });
});

test('corners of a wire are put, moved and removed by fields', async () => {
  const properties = (editing: Editing) => <Properties editing={editing} names={NO_NAMES} diagramId={1} bindAsked={0} />; // prettier-ignore
  const { now, elementOf } = await show(properties, ['w']);
  await userEvent.click(screen.getByText('Place'));
  await userEvent.click(screen.getByRole('button', { name: 'Add a corner' }));
  expect(elementOf('w')).toMatchObject({ bends: [{ x: 100, y: 100 }] });
  await userEvent.clear(screen.getByLabelText('Corner 1 Y'));
  await userEvent.type(screen.getByLabelText('Corner 1 Y'), '160{Enter}');
  expect(elementOf('w')).toMatchObject({ bends: [{ x: 100, y: 160 }] });
  expect(checkScene(now())).toEqual({ scene: now() });
  await userEvent.click(screen.getByRole('button', { name: 'Remove corner 1' }));
  expect(elementOf('w')).not.toHaveProperty('bends');
});

test('a corner is dragged out of a wire, and the next press drags that one', () => {
  const view = { toSheet: (x: number, y: number) => ({ x, y }), at: () => null, view: { zoom: 1 } } as unknown as SceneView; // prettier-ignore
  const { result } = renderHook(() => {
    const editing = useEditing(scene);
    return { editing, pointer: usePointer(editing, view) };
  });
  const drag = (handle: object, x: number, y: number): void => {
    const target = document.createElement('i');
    target.setAttribute('data-bend', JSON.stringify(handle));
    const area = { focus: () => undefined, setPointerCapture: () => undefined };
    const event = (clientX: number, clientY: number) => ({ button: 0, clientX, clientY, target, currentTarget: area }) as unknown as PointerEvent<HTMLElement>; // prettier-ignore
    act(() => result.current.pointer.onDown(event(100, 100)));
    act(() => result.current.pointer.onMove(event(x, y)));
    act(() => result.current.pointer.onUp());
  };
  drag({ id: 'w', index: 0, fresh: true }, 98, 157);
  const wire = () => result.current.editing.history.scene.elements.find(({ id }) => id === 'w');
  expect(wire()).toMatchObject({ bends: [{ x: 100, y: 160 }] });
  drag({ id: 'w', index: 0, fresh: false }, 52, 141);
  expect(wire()).toMatchObject({ bends: [{ x: 50, y: 140 }] });
  expect(result.current.editing.history.past.map(({ title }) => title.en)).toEqual(['Corner', 'Corner']);
});

test('layers are named and put in another order', async () => {
  const { now } = await show((editing) => <Layers editing={editing} />);
  await userEvent.clear(screen.getByLabelText('Name of the layer'));
  await userEvent.type(screen.getByLabelText('Name of the layer'), 'Plant {Enter}');
  expect(now().layers[0]).toEqual({ id: layer, name: 'Plant' });
  await userEvent.click(screen.getByRole('button', { name: 'Move Plant up' }));
  expect(now().layers.map(({ id }) => id)).toEqual(['note', layer]);
  expect(screen.getByRole('button', { name: 'Move Plant up' })).toBeDisabled();
  // A name that nobody sees is none.
  await userEvent.clear(screen.getByLabelText('Name of the layer'));
  await userEvent.type(screen.getByLabelText('Name of the layer'), ' {Enter}');
  expect(now().layers[1]?.name).toBe('Plant');
});

test('a signal is found, and another bound in its place', async () => {
  const point = (signalPointId: number, name: string) => ({ signalPointId, name, code: `S${signalPointId}`, kind: '1', ammeterId: null }); // prettier-ignore
  const points = [point(1, 'Old'), point(9, 'New')];
  const { elementOf } = await show((editing) => (
    <FindReplace editing={editing} names={NO_NAMES} meters={[]} points={points} onClose={() => undefined} />
  ));
  await userEvent.selectOptions(screen.getByLabelText('Bound to signal'), 'S1 Old');
  await userEvent.selectOptions(screen.getByLabelText('Bind signal instead'), 'S9 New');
  await userEvent.click(screen.getByRole('button', { name: 'Replace all 1' }));
  expect(elementOf('a')?.bindings).toEqual([signal(9)]);
  expect(elementOf('b')?.bindings).toEqual([signal(2)]);
});
