import { expect, test } from 'vitest';
import { addressOf, isBare, settingsOf, shows } from './settings.ts';

test('a view keeps what the address says of its screen, and opens it in the enterprise in view', () => {
  const search = { consumer: 1001, open: '3~1~2', saved: 4, span: 'lastMonth', org: 7, by: undefined };
  const settings = settingsOf(search);
  expect(settings).toEqual({ span: 'lastMonth', org: 7 });
  const view = { id: 9, settings: { ...settings, consumer: 5 } };
  expect(addressOf(view, { consumer: 1002, begin: '2026-01-01' })).toEqual({
    consumer: 1002,
    span: 'lastMonth',
    org: 7,
    saved: 9,
  });
  expect(shows(view, { org: 7, span: 'lastMonth', saved: 1 })).toBe(true);
  expect(shows(view, { org: '7', span: 'lastMonth' })).toBe(true);
  expect(shows(view, { org: 8, span: 'lastMonth' })).toBe(false);
});

test('an address without settings is entered', () => {
  expect(isBare({ consumer: 1001, begin: undefined })).toBe(true);
  expect(isBare({ saved: 0 })).toBe(false);
  expect(isBare({ span: 'today' })).toBe(false);
});
