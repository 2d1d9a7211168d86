import * as z from 'zod';
import { defineRoute, type Route } from '#server/route.ts';
import type { Filling } from '#contract/filling.ts';
import { fillingNow } from '#server/filling.ts';

const getFilling = defineRoute({
  method: 'GET',
  path: '/api/sys/demonstration/getFilling',
  summary: { zh: '演示数据填入进度', en: 'How far the demonstration’s data are' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: async (): Promise<Filling | null> => fillingNow(),
});

export const routes: readonly Route[] = [getFilling];
