import i18next from 'i18next';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { useNotices } from '#web/ui/notice.ts';
import { renderHook } from '@testing-library/react';
import { get, upload } from '#web/api.ts';
import { fileNameOf, saveFile } from './file.ts';
import { takeReturnAddress } from './returnAddress.ts';
import { texts } from './texts.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    fileServer: string;
  }
}

const HERE = '#/SDNPowerPrice/Bill?month=2026-01';
const saved: { readonly name: string; readonly text: Promise<string> }[] = [];
const blobs = new Map<string, Blob>();

/** The notices in view: kind and sentence. */
const reported = (): string[] =>
  renderHook(useNotices).result.current.map(({ kind, message }) => `${kind}: ${message}`);

beforeEach(async () => {
  const translation = Object.fromEntries(Object.entries(texts).map(([key, { en }]) => [`api.${key}`, en]));
  await i18next.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { translation } },
  });
  saved.length = 0;
  sessionStorage.clear();
  location.hash = HERE;
  vi.useRealTimers();
  // A page asks its own origin; jsdom keeps no files.
  const { fetch: ask } = globalThis;
  vi.stubGlobal('fetch', (at: string, request: RequestInit) =>
    ask(new URL(at, inject('fileServer')), request),
  );
  URL.createObjectURL = (blob: Blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob);
    return address;
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') });
  });
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

describe('a file of the product', () => {
  it('is saved whole, under the name that the server gives', async () => {
    expect(await saveFile('test/sheet', { orgId: 7 })).toBe(true);
    expect(saved.map(({ name }) => name)).toEqual(['用量 2026.xlsx']);
    expect(await saved[0]?.text).toBe('PK…');
    expect(reported()).toEqual([]);
  });

  it('may be JSON: what it holds is not taken for a reply', async () => {
    expect(await saveFile('test/json')).toBe(true);
    expect(saved.map(({ name }) => name)).toEqual(['bill.json']);
    expect(location.hash).toBe(HERE);
  });
});

describe('what is no file is never saved', () => {
  it('a session that has ended leads to the log-in and back here', async () => {
    expect(await saveFile('test/expired')).toBe(false);
    expect(location.hash).toBe('#/login');
    expect(takeReturnAddress()).toBe(HERE.slice(1));
    expect(reported()).toEqual([]);
    expect(saved).toEqual([]);
  });

  it.each([
    ['locked', '#/lock'],
    ['passwordDue', '#/SDNUserAdmin/SDNResetPwd'],
  ])('%s leads to what is due', async (name, way) => {
    expect(await saveFile(`test/${name}`)).toBe(false);
    expect(location.hash).toBe(way);
    expect(saved).toEqual([]);
  });

  it.each([
    ['refused', 'error: You may not export this list'],
    ['unknown', 'error: no such call'],
    ['nothing', 'error: The reply of the server cannot be read (200). Try again later'],
    ['proxy', 'error: The reply of the server cannot be read (502). Try again later'],
    ['portal', 'error: The reply of the server cannot be read (200). Try again later'],
    ['broken', 'error: The reply of the server cannot be read (502). Try again later'],
    ['torn', 'error: The server cannot be reached. Check the network and try again'],
  ])('%s is told by its sentence', async (name, sentence) => {
    expect(await saveFile(`test/${name}`)).toBe(false);
    expect(reported()).toEqual([sentence]);
    expect(saved).toEqual([]);
    expect(location.hash).toBe(HERE);
  });
});

describe('a call without an envelope', () => {
  it.each([
    ['proxy', 502, 'The reply of the server cannot be read (502). Try again later'],
    ['torn', -1, 'The server cannot be reached. Check the network and try again'],
  ])('%s is told, and carries its status %i', async (name, code, sentence) => {
    await expect(get(`test/${name}`)).rejects.toMatchObject({ name: 'ApiError', code, message: sentence });
    expect(reported()).toEqual([`error: ${sentence}`]);
  });

  it('an upload that reaches nobody is told', async () => {
    await expect(upload('test/nobody', { upFile: new Blob(['a']) })).rejects.toMatchObject({ code: -1 });
    expect(reported()).toEqual(['error: The server cannot be reached. Check the network and try again']);
  });
});

it.each([
  [`attachment; filename*=UTF-8''a%20b.csv`, 'a b.csv'],
  ['inline; filename="a.pdf"', 'a.pdf'],
  [`attachment; filename*=UTF-8''%E4`, 'download'],
  ['attachment', 'download'],
  ['form-data; name="a"', null],
  [null, null],
])('the name in %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
