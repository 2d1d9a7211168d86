import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, get, post, upload } from '#web/api.ts';
import { takeUploads } from '#web/resource/testBed.tsx';

/** Answers every call with this text and status; tells what was asked. */
function answer(body: string, status = 200): { address: string; request: RequestInit }[] {
  const query: { address: string; request: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    query.push({ address, request });
    return new Response(body, { status });
  });
  return query;
}

beforeEach(() => sessionStorage.clear());

describe('a call', () => {
  test('carries the cookies of this place and the fixed header', async () => {
    const query = answer('{"code":200,"message":"","data":1}');
    await get('a/b', { c: 1, empty: '', none: null });
    await post('a/b', { org: { id: 3 }, ids: [1, 2] });
    for (const { request } of query) {
      expect(request.credentials).toBe('same-origin');
      expect(request.headers).toMatchObject({ 'X-Meterhouse': '1' });
    }
    expect(query[0]?.address).toBe('/api/a/b?c=1');
    expect(String(query[1]?.request.body)).toBe('org.id=3&ids=1%2C2');
  });

  test('is a success with code 200 alone, whatever the status; then it is its data', async () => {
    answer('{"code":200,"message":"ok","data":{"n":1}}');
    expect(await get('a/b')).toEqual({ n: 1 });
    for (const code of [0, 201, 400, 500]) {
      answer(JSON.stringify({ code, message: 'No', data: { n: 1 } }));
      const refused = await get('a/b', {}, { quiet: true }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ApiError);
      expect(refused).toMatchObject({ code, message: 'No' });
    }
  });
});

test('an upload is a form of several parts with its files as files', async () => {
  const uploads = takeUploads();
  const file = new File(['x'], 'x.csv');
  const sent = upload<number>('a/importFile', { upFile: file, orgId: 7, none: null });
  const [one] = uploads;
  expect(one?.path).toBe('/api/a/importFile');
  expect(one?.headers).toMatchObject({ 'X-Meterhouse': '1' });
  expect(one?.form.get('upFile')).toMatchObject({ name: 'x.csv' });
  expect(one?.form.get('orgId')).toBe('7');
  expect(one?.form.has('none')).toBe(false);
  one?.answer({ code: 200, message: '', data: 5 });
  expect(await sent).toBe(5);
});
