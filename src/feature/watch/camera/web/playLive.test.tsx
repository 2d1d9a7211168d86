import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FRAME_HEAD } from '../contract.ts';
import { packed } from '../domain/h264.ts';
import { type LiveFault, playLive } from './playLive.ts';

const SPS = Uint8Array.from(atob('Z2QAKKzZQHgCJ+WagQEAqAAAAwAIAAADAZB4wYyw'), (sign) => sign.charCodeAt(0));
const FAULT: LiveFault = { lack: 'noPicture', text: { zh: '没有画面', en: 'no picture' } };

/** A picture as the platform sends it. */
function message(at: number, key: boolean): ArrayBuffer {
  const slice = Uint8Array.of(key ? 0x65 : 0x61, 1, 2, 3);
  const body = packed(key ? [SPS, Uint8Array.of(0x68, 0xeb), slice] : [slice]);
  const bytes = new Uint8Array(FRAME_HEAD + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, key ? 1 : 0);
  view.setFloat64(1, at);
  bytes.set(body, FRAME_HEAD);
  return bytes.buffer;
}

/** A browser with a player that shows whatever it is given. */
function browser() {
  const sockets: EventTarget[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      binaryType = '';
      constructor() {
        super();
        sockets.push(this);
      }
      close(): void {}
    },
  );
  vi.stubGlobal(
    'MediaSource',
    class extends EventTarget {
      readyState = 'open';
      addSourceBuffer() {
        return Object.assign(new EventTarget(), { updating: false, appendBuffer: () => {}, buffered: [] });
      }
    },
  );
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
  const video = {
    src: '',
    error: null,
    paused: false,
    currentTime: 0,
    readyState: HTMLMediaElement.HAVE_CURRENT_DATA,
    buffered: { length: 1, start: () => 0, end: () => 0.1 },
    removeAttribute: () => {},
    load: () => {},
  } as unknown as HTMLVideoElement;
  const tell = (data: string | ArrayBuffer): void => {
    sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data }));
  };
  return { sockets, video, tell };
}

test('a picture that stayed away and comes again in the same connection is told of as playing again', async () => {
  const { sockets, video, tell } = browser();
  const told: string[] = [];
  const end = playLive(video, {
    permit: async () => ({ token: 't', path: '/video?token=t' }),
    playing: () => void told.push('playing'),
    fault: ({ lack }) => void told.push(String(lack)),
  });
  await waitFor(() => expect(sockets).toHaveLength(1));
  tell(message(0, true));
  await waitFor(() => expect(told).toEqual(['playing']));
  tell(JSON.stringify(FAULT));
  expect(told).toEqual(['playing', 'noPicture']);
  // What leans on pictures that stayed away shows nothing.
  tell(message(9000, false));
  tell(message(9100, true));
  await waitFor(() => expect(told).toEqual(['playing', 'noPicture', 'playing']));
  expect(sockets).toHaveLength(1);
  end();
});
