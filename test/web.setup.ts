import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

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

afterEach(cleanup);
