import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, renderHook } from '@testing-library/react';
import { afterEach } from 'vitest';
import { closeNotice, notifyError, useNotices } from '#web/ui/notice.ts';

// A loaded machine shows things late.
configure({ asyncUtilTimeout: 20_000 });

// jsdom measures and watches nothing; the screens' libraries ask for these at start.
class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const matchMedia = (query: string): object => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

for (const [name, value] of Object.entries({
  matchMedia,
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  scrollTo: () => {},
})) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

// jsdom's clock in a context of its own keeps no marks.
for (const [name, value] of Object.entries({
  mark: (): void => {},
  measure: (): void => {},
  getEntriesByName: (): object[] => [],
}))
  if (!(name in performance))
    Object.defineProperty(performance, name, { value, configurable: true, writable: true });

afterEach(() => {
  // Notices outlive the screen that gave them: the next test's screen would show them. Another sentence lets the same
  // error count as said anew.
  act(() => notifyError(crypto.randomUUID()));
  const { result } = renderHook(useNotices);
  for (const { id } of result.current) act(() => closeNotice(id));
  cleanup();
});
