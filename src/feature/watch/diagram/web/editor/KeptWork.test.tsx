import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { checkScene } from '#domain/scene/check.ts';
import { drawAt } from '#web/resource/testBed.tsx';
import type { DiagramHead } from '../../contract.ts';
import { commandsOf } from './commands.ts';
import { drop, keep, keptOf } from './kept.ts';
import { KeptWork } from './KeptWork.tsx';
import { texts } from './texts.ts';
import { type Editing, useEditing } from './useEditing.ts';

const AT = 1_770_000_000_000;
const DIAGRAM = { monitorDiagramId: 3, timeZone: 'Asia/Shanghai' } as DiagramHead;
const layer = 'mine';
/** A picture with what a copy of its elements would lose. */
const whole: Scene = {
  ...emptyScene([{ id: 'x', name: 'X' }, { id: layer, name: 'Mine', locked: true }]),
  width: 1500,
  elements: [
    { id: 'q', type: 'symbol', layer, symbol: 'breaker', x: 10, y: 20, origin: 'meter:7/breaker', moved: true, edited: ['label'], label: 'QF1' },
    { id: 't', type: 'text', layer, x: 0, y: 0, text: 'A' },
  ],
}; // prettier-ignore

const take = (raw: unknown): Scene | null => {
  const read = checkScene(raw);
  return 'scene' in read ? read.scene : null;
};

beforeEach(() => localStorage.clear());

test('what could not be saved is put back whole, whatever was copied since, and stays until it is discarded', async () => {
  expect(keep(3, whole, AT)).toBe(true);
  const wider: Scene = { ...whole, width: 1600 };
  expect(keep(3, wider, AT + 60_000)).toBe(true);
  const bench: { editing: Editing | null } = { editing: null };
  const Bench = () => {
    const editing = useEditing({ ...whole, elements: [whole.elements[1] ?? []].flat() });
    useEffect(() => {
      bench.editing = editing;
    });
    return <KeptWork diagram={DIAGRAM} editing={editing} take={take} />;
  };
  await drawAt('/', <Bench />, { phrases: { 'diagram.web.editor': texts } });
  if (bench.editing) commandsOf({ ...bench.editing, selected: new Set(['t']) }).copy();
  const [first] = await screen.findAllByRole('button', { name: 'Put it back on the sheet' });
  if (first) await userEvent.click(first);
  expect(bench.editing?.history.scene).toEqual(whole);
  expect(bench.editing?.dirty).toBe(true);
  const [discard] = screen.getAllByRole('button', { name: 'Discard' });
  if (discard) await userEvent.click(discard);
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(await screen.findAllByRole('button', { name: 'Discard' })).toHaveLength(1);
  expect(keptOf(3, take).map(({ at }) => at)).toEqual([AT + 60_000]);
});

test('a browser that has no room says so, and what is kept already stays', () => {
  expect(keep(3, whole, AT)).toBe(true);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keep(3, whole, AT + 1)).toBe(false);
  expect(keptOf(3, take)).toEqual([{ at: AT, scene: whole }]);
});

test('what stands there of another kind, or of another diagram, is not shown', () => {
  localStorage.setItem('meterhouse.unsaved.3', '[null, 7, {"at": 1, "scene": {"format": 2}}]');
  expect(keptOf(3, take)).toEqual([]);
  expect(keep(4, whole, AT)).toBe(true);
  expect(keptOf(3, take)).toEqual([]);
  expect(drop(4, AT)).toBe(true);
  expect(keptOf(4, take)).toEqual([]);
});
