import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnMissingCode } from './freshCode.ts';

const reload = vi.fn();
const missing = () => dispatchEvent(new Event('vite:preloadError'));
const server = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));

describe('code that is not there', () => {
  beforeEach(() => {
    sessionStorage.clear();
    reload.mockReset();
  });
  afterEach(() => vi.unstubAllGlobals());
  reloadOnMissingCode(reload);

  it('loads the page anew after an update, once in ten seconds', async () => {
    server(() => Promise.resolve(Response.json({ code: 200, message: '', data: { version: '1' } })));
    missing();
    missing();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['while only a proxy answers', () => Promise.resolve(new Response('', { status: 502 }))],
  ])('leaves the page where it is %s', async (_, answer) => {
    server(answer);
    missing();
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await Promise.resolve();
    expect(reload).not.toHaveBeenCalled();
  });
});
