import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { NoticeCount, NoticeWire } from '../contract.ts';
import { endNotice, raiseNotice, type NewNotice } from './public.ts';

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
});
afterAll(() => product.close());

it('is raised once, seen by its enterprise and the operator, read by each for themselves, and ended', async () => {
  const { system } = product.services;
  const notice: NewNotice = {
    consumerId: mine.consumerId,
    kind: 'meterSilent',
    objectId: mine.ammeterId,
    level: 2,
    text: { zh: '表计静默', en: 'The meter is silent' },
    link: '/SDNCommunication/SDNMeterCommunication',
    since: Date.parse('2026-01-01T00:00:00Z'),
  };
  expect(await raiseNotice(system, notice)).toBe(1);
  expect(await raiseNotice(system, { ...notice, level: 3 })).toBe(0);
  const operator = await product.operator();
  const count = async (client: typeof operator) =>
    ok(await client.get<NoticeCount>('/api/sys/notice/getCount'));
  const list = async (client: typeof operator) =>
    ok(await client.get<Page<NoticeWire>>('/api/sys/notice/getlist')).list;
  expect(await count(mine.client)).toEqual({ open: 1, unread: 1, level: 3 });
  expect(await count(theirs.client)).toEqual({ open: 0, unread: 0, level: null });
  expect(await list(theirs.client)).toEqual([]);
  const [row] = await list(mine.client);
  expect(row).toMatchObject({ text: 'The meter is silent', level: 3, endedAt: null, read: false });
  expect(ok(await theirs.client.post('/api/sys/notice/read', { ids: row?.id }))).toEqual({ read: 0 });
  expect(ok(await mine.client.post('/api/sys/notice/read'))).toEqual({ read: 1 });
  expect(await count(mine.client)).toEqual({ open: 1, unread: 0, level: null });
  expect(await count(operator)).toEqual({ open: 1, unread: 1, level: 3 });
  expect(await endNotice(system, 'meterSilent', mine.ammeterId)).toBe(1);
  expect(await count(operator)).toEqual({ open: 0, unread: 0, level: null });
  expect(await raiseNotice(system, notice)).toBe(1);
  expect((await list(operator)).map((one) => one.endedAt === null)).toEqual([true, false]);
});
