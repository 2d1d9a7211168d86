import { screen } from '@testing-library/react';
import 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { listenLive, type LiveStatus } from './connection.ts';
import { answer, CONFIG, CONNECT, Line, SUBSCRIBE, TOKEN } from './testLine.ts';
import { texts } from './texts.ts';

// The page rests.
vi.mock('#web/rest.ts', () => ({ rest: async () => {} }));

const FAULT = 'Mqtt 获取服务器参数失败';
const SECOND = 1000;

beforeEach(() => {
  Line.lines = [];
  Line.deaf = false;
  vi.stubGlobal('WebSocket', Line);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whatever waits for no clock happens, until this is so. */
async function until(what: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !what(); i++) await vi.advanceTimersByTimeAsync(0);
  expect(what()).toBe(true);
}

test('it asks for a clean session of version 4 and quality 0, and tries again two seconds after it was lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  answer(CONFIG, TOKEN);
  const reported: LiveStatus[] = [];
  const stop = listenLive(7, { status: (status) => reported.push(status) });
  await until(() => reported.at(-1) === 'live');
  const [first] = Line.lines;
  expect(first?.url).toBe('ws://works.example:8083/mqtt');
  const hello = first?.packet(CONNECT) ?? new Uint8Array();
  // Two bytes of head, the name of the protocol with its length, its version, the flags.
  expect([...hello.subarray(4, 8)].map((code) => String.fromCharCode(code)).join('')).toBe('MQTT');
  expect(hello[8]).toBe(4);
  expect((hello[9] ?? 0) & 2).toBe(2);
  const query = first?.packet(SUBSCRIBE) ?? new Uint8Array();
  const [live, folded] = TOKEN.topics.map((topic) => topic.length);
  expect([query[6 + (live ?? 0)], query[9 + (live ?? 0) + (folded ?? 0)]]).toEqual([0, 0]);

  first?.close();
  await until(() => reported.at(-1) === 'waiting');
  await vi.advanceTimersByTimeAsync(2 * SECOND - 1);
  expect(Line.lines).toHaveLength(1);
  Line.deaf = true;
  await vi.advanceTimersByTimeAsync(1);
  await until(() => Line.lines.length === 2);

  // Nobody answers: given up after three seconds, tried again two later.
  await until(() => Line.lines[1]?.packets.length === 1);
  await vi.advanceTimersByTimeAsync(3 * SECOND - 1);
  expect(Line.lines[1]?.readyState).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => Line.lines[1]?.readyState === 3);
  Line.deaf = false;
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  await until(() => reported.at(-1) === 'live');
  expect(Line.lines).toHaveLength(3);
  stop();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
});

test('it tries again two seconds after the server could not be asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const calls = answerCalls(() => Promise.reject(new TypeError('no network')));
  const stop = listenLive(8, {});
  await until(() => calls.length === 2);
  answer(CONFIG, TOKEN);
  await vi.advanceTimersByTimeAsync(2 * SECOND - 1);
  expect(Line.lines).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => Line.lines.length === 1);
  stop();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
});

test('over https it goes over TLS to port 443 of the page’s own host', async () => {
  const { jsdom } = globalThis as unknown as { jsdom: { reconfigure(settings: { url: string }): void } };
  const before = location.href;
  jsdom.reconfigure({ url: 'https://platform.example/' });
  try {
    answer(CONFIG, TOKEN);
    const stop = listenLive(9, {});
    await vi.waitFor(() => expect(Line.lines[0]?.url).toBe('wss://platform.example:443/mqtt'));
    stop();
  } finally {
    jsdom.reconfigure({ url: before });
  }
});

test.each([
  ['host', { ...CONFIG, host: '' }],
  ['topic', { ...CONFIG, topic: '' }],
])('without a %s it says Mqtt 获取服务器参数失败 and does not connect', async (_what, config) => {
  answer(config, TOKEN);
  await drawAt('/', null, { language: 'zh', phrases: { live: texts } });
  const stop = listenLive(_what === 'host' ? 10 : 11, {});
  expect(await screen.findByText(FAULT)).toBeInTheDocument();
  expect(Line.lines).toHaveLength(0);
  stop();
});

test.each([
  ['token', { ...TOKEN, token: '' }],
  ['topics', { ...TOKEN, topics: [] }],
])('with an empty %s it notes so in the log and does not connect', async (what, token) => {
  const note = vi.spyOn(console, 'info').mockImplementation(() => {});
  answer(CONFIG, token);
  const stop = listenLive(what === 'token' ? 12 : 13, {});
  await vi.waitFor(() =>
    expect(note).toHaveBeenCalledWith(expect.stringMatching(/^Mqtt: no token or no topics/)),
  );
  expect(Line.lines).toHaveLength(0);
  stop();
  note.mockRestore();
});
