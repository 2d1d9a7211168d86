import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { add } from '#domain/scene/edit/act.ts';
import { LAYERS } from '#domain/scene/oneLine.ts';
import { drawAt } from '#web/resource/testBed.tsx';
import type { DiagramHead } from '../../contract.ts';
import { texts } from '../texts.ts';
import { STEPS } from './commands.ts';
import { texts as benchTexts } from './texts.ts';
import { useEditing } from './useEditing.ts';
import { useSaving } from './useSaving.ts';

const DIAGRAM = { monitorDiagramId: 3, publishedNo: null } as DiagramHead;
const envelope = (data: unknown) => ({ code: 200, message: '', data });

/** Takes what is saved; each save waits for its answer. */
function takeSaves() {
  const saves: {
    readonly scene: Scene;
    readonly base: number;
    readonly answer: (envelope: object) => void;
  }[] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { readonly body: Blob }) => {
    const { scene, base } = JSON.parse(await body.text()) as { scene: Scene; base: number };
    const reply = await new Promise<object>((answer) => void saves.push({ scene, base, answer }));
    return new Response(JSON.stringify(reply));
  });
  return saves;
}

const idsOf = (scene: Scene | undefined) => scene?.elements.map(({ id }) => id);

/** A bench on which elements are put by their names. @param full the browser has no room to keep a picture */
async function show(full = false) {
  const kept: Scene[] = [];
  const onReload = vi.fn<() => void>();
  const Bench = () => {
    const editing = useEditing(emptyScene(LAYERS));
    const keep = (): boolean => !full && kept.push(editing.now()) > 0;
    const { save, busy } = useSaving(DIAGRAM, 0, editing, { keep, onReload });
    const put = (id: string): void =>
      editing.act(STEPS.insert, (now) =>
        add(now, [{ id, type: 'text', layer: 'note', x: 0, y: 0, text: id }]),
      );
    return (
      <>
        <button onClick={() => put('a')}>a</button>
        <button onClick={() => put('b')}>b</button>
        <button disabled={busy || !editing.dirty} onClick={() => void save()}>
          save
        </button>
      </>
    );
  };
  await drawAt('/', <Bench />, { phrases: { diagram: texts, 'diagram.web.editor': benchTexts } });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { press, kept, onReload };
}

test('what is changed while a save is on its way is not taken as saved, and is sent by the next', async () => {
  const saves = takeSaves();
  const { press } = await show();
  await press('a');
  await press('save');
  await waitFor(() => expect(saves).toHaveLength(1));
  await press('b');
  saves[0]?.answer(envelope({ no: 5 }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'save' })).toBeEnabled());
  await press('save');
  await waitFor(() => expect(saves).toHaveLength(2));
  expect([saves[0]?.base, saves[1]?.base]).toEqual([0, 5]);
  expect(idsOf(saves[0]?.scene)).toEqual(['a']);
  expect(idsOf(saves[1]?.scene)).toEqual(['a', 'b']);
  saves[1]?.answer(envelope({ no: 6 }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'save' })).toBeDisabled());
});

test('where somebody else saved, what was changed meanwhile is kept too', async () => {
  const saves = takeSaves();
  const { press, kept, onReload } = await show();
  await press('a');
  await press('save');
  await waitFor(() => expect(saves).toHaveLength(1));
  await press('b');
  saves[0]?.answer({ code: 409, message: 'Wang saved v5', data: null });
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => expect(kept).toHaveLength(1));
  expect(idsOf(kept[0])).toEqual(['a', 'b']);
  expect(onReload).toHaveBeenCalledOnce();
});

test('where the browser cannot keep it nothing is loaded, and the work stays as not saved', async () => {
  const saves = takeSaves();
  const { press, onReload } = await show(true);
  await press('a');
  await press('save');
  await waitFor(() => expect(saves).toHaveLength(1));
  saves[0]?.answer({ code: 409, message: 'Wang saved v5', data: null });
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  expect(await screen.findByText(/no room to keep the picture/)).toBeInTheDocument();
  expect(onReload).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'save' })).toBeEnabled());
});
