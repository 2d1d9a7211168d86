import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { emptyScene } from '#contract/scene/scene.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import type { BoardPicture } from '../contract.ts';
import { texts } from './texts.ts';

vi.mock('#feature/watch/diagram/web/public.ts', () => ({
  AnsweredPicture: ({
    name,
    scene,
  }: {
    readonly name: string;
    readonly scene: { readonly width: number };
  }) => <p>{`${name}: ${scene.width}`}</p>,
}));
const { BoardPictureView } = await import('./BoardPictureView.tsx');

const TOKEN = 'a-token-that-a-board-has';
const pictureOf = (name: string, width: number): BoardPicture => ({
  name,
  timeZone: HOME_ZONE,
  no: 1,
  mark: `drawn ${width}`,
  scene: { ...emptyScene([]), width },
  names: [],
  values: { at: 1, values: [], curves: [] },
});

test('a drawing stays as long as its mark does, and never stands under the name of another of the same version', async () => {
  let there = pictureOf('Melt shop', 900);
  const calls = answerCalls(({ params }) => {
    const data = params.mark === there.mark ? { ...there, scene: null } : there;
    return { code: 200, message: '', data };
  });
  await draw(<BoardPictureView token={TOKEN} place={0} />, { phrases: { displayBoard: texts } });
  expect(await screen.findByText('Melt shop: 900')).toBeVisible();
  await act(() => queryClient.refetchQueries());
  expect(calls.at(-1)?.params).toMatchObject({ place: '0', mark: 'drawn 900' });
  expect(screen.getByText('Melt shop: 900')).toBeVisible();
  there = pictureOf('Rolling mill', 1700);
  await act(() => queryClient.refetchQueries());
  expect(await screen.findByText('Rolling mill: 1700')).toBeVisible();
});
