import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import type { CameraWire } from '../contract.ts';
import { ARCHIVE } from './calls.ts';
import { CamerasBeside } from './CameraScreen.tsx';
import { Controls } from './Controls.tsx';
import { texts } from './texts.ts';

const camera: CameraWire = {
  cameraId: 7,
  cameraName: 'Gate',
  cameraCode: 'G1',
  consumerId: 1001,
  siteId: 2,
  siteName: 'Melt shop',
  objectId: 3,
  objectName: 'Furnace',
  timeZone: 'Asia/Shanghai',
  place: null,
  cameraKind: 'onvif',
  lack: null,
  fixed: false,
  moveMs: 800,
  url: null,
  alarmLevel: null,
  alarmName: null,
  mover: { name: 'A', own: true, leftMs: 9000 },
};
const able = { head: null, zoom: null, focus: null, iris: null, live: null, snapshot: null };

const answered = (list: readonly CameraWire[]): SentCall[] =>
  answerCalls(({ path }) => {
    const page = { list, pagination: { total: list.length, current: 1, pageSize: 9 } };
    const none = { list: [], pagination: { total: 0, current: 1, pageSize: 10 } };
    const data = path.includes('/getCameras')
      ? page
      : path.includes('/getAbilities')
        ? able
        : path.includes('videoHistoryDatas')
          ? none
          : null;
    return { code: 200, message: '', data };
  });
const as = { ...session, funCodes: ['SDNWatch.SDNCamera', 'archive.iVideoControl.move'] };
const phrases = { camera: texts };

test('the recordings beside an object are asked for by that object', async () => {
  const calls = answered([]);
  await drawAt('/', <CamerasBeside consumerId={1001} siteId={2} objectId={3} />, { as, phrases });
  await waitFor(() => expect(calls.some(({ path }) => path.includes('videoHistoryDatas'))).toBe(true));
  const [clips] = calls.filter(({ path }) => path.includes('videoHistoryDatas'));
  const asked = new URL(clips?.path ?? '', 'http://here').searchParams;
  expect([asked.get('siteId'), asked.get('objectId')]).toEqual(['2', '3']);
});

test('a button that is held numbers its press, and stops by it; the next press has another number', async () => {
  const calls = answered([camera]);
  await drawAt('/', <Controls door={ARCHIVE} camera={camera} onChanged={() => {}} />, { as, phrases });
  // How long it moves on is this camera's own.
  expect(await screen.findByText(/0\.8 s once let go/)).toBeVisible();
  const left = screen.getByRole('button', { name: 'Left' });
  await waitFor(() => expect(left).toBeEnabled());
  for (let press = 0; press < 2; press++) {
    fireEvent.keyDown(left, { key: 'Enter' });
    fireEvent.keyUp(left, { key: 'Enter' });
  }
  const presses = (verb: string): (string | undefined)[] =>
    calls.filter(({ path }) => path.endsWith(`/${verb}`)).map(({ params }) => params['press']);
  await waitFor(() => expect(presses('stop')).toHaveLength(2));
  expect(presses('turnLeft')).toEqual(presses('stop'));
  const [first, second] = presses('stop').map((one) => one?.split('.') ?? []);
  expect(second?.[0]).toBe(first?.[0]);
  expect(Number(second?.[1])).toBe(Number(first?.[1]) + 1);
});
