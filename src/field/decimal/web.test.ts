// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { shownDecimals } from './web.tsx';

test.each([
  [100, undefined, undefined, 0],
  [900, 0, 's', 0],
  [140, 6, undefined, 2],
  [12.345678, 6, undefined, 6],
  [1.1934, 6, 'yuan/kWh', 4],
  [0.65, 6, 'yuan/kWh', 4],
  [36, 4, 'yuan/kW·month', 4],
  [118.18, 2, undefined, 2],
])('%d of %s decimals (%s) is shown with %d', (value, decimals, unit, shown) => {
  expect(
    shownDecimals(value, { ...(decimals === undefined ? {} : { decimals }), ...(unit ? { unit } : {}) }),
  ).toBe(shown);
});
