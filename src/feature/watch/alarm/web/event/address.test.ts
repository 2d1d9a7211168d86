import { expect, it } from 'vitest';
import { paramsOf, readEvent } from './address.ts';

const TODAY = '2026-03-31';

it('asks for a range of days, or for what stood at an instant in place of it', () => {
  expect(paramsOf(readEvent({ begin: '2026-03-01' }), 7, TODAY)).toEqual({ enterpriseId: 7, startTime: '2026-03-01', endTime: TODAY, dateType: '1' }); // prettier-ignore
  const at = Date.parse('2026-03-02T08:00:00Z');
  expect(paramsOf(readEvent({ at: String(at), begin: '2026-03-01', site: 5, dateType: '2' }), 7, TODAY)).toEqual({ enterpriseId: 7, at, siteId: 5 }); // prettier-ignore
});

it('takes no instant out of an address that names none, and none for figures of a time', () => {
  for (const at of ['', '-1', 'x', '1.5']) expect(readEvent({ at }).at).toBeNull();
  expect(readEvent({ at: '1000', tab: 'rates' }).at).toBeNull();
});
