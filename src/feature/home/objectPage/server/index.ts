import * as z from 'zod';
import { forbidden } from '#contract/error.ts';
import { mayOpenPage, type PageKind } from '#contract/objectPage.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { type Caller, defineRoute } from '#server/route.ts';
import { meterHeadOf } from './meterHead.ts';
import { findObject, objectHeadOf } from './objectHead.ts';
import { objectMetersOf } from './objectMeters.ts';

const holdsOf =
  ({ funCodes }: Caller) =>
  (funCode: string): boolean =>
    funCodes.has(funCode);

/** @throws Fault 403 for an account that may open no tab of such a page. */
function mustOpen(kind: PageKind, caller: Caller): void {
  if (!mayOpenPage(kind, holdsOf(caller))) throw forbidden();
}

const getMeter = defineRoute({
  method: 'GET',
  path: '/api/monitoring/objectPage/getMeter',
  summary: { zh: '表计主页：名称、位置、装置、最近值与存疑', en: 'The head of the page of a meter' },
  permission: null,
  why: 'asked',
  params: z.object({ ammeterId: id() }),
  example: { ammeterId: 1 },
  handler: ({ trx, params, caller }) => {
    mustOpen('meter', caller);
    return meterHeadOf(trx, params.ammeterId, holdsOf(caller), Date.now());
  },
});

const getObject = defineRoute({
  method: 'GET',
  path: '/api/monitoring/objectPage/getObject',
  summary: {
    zh: '对象主页：企业、站点、组织或监测对象的名称、位置与能源',
    en: 'The head of the page of an enterprise, site, unit or monitored object',
  },
  permission: null,
  why: 'asked',
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params, caller }) => {
    const now = Date.now();
    const found = await findObject(trx, params.orgId, now);
    mustOpen(found.kind, caller);
    return objectHeadOf(trx, found, now);
  },
});

const getMeters = defineRoute({
  method: 'GET',
  path: '/api/monitoring/objectPage/getMeters',
  summary: {
    zh: '对象主页：其表计及最近上报',
    en: 'The meters of an object, with when they were last heard of',
  },
  permission: null,
  why: 'asked',
  params: z.object({ ...paging, orgId: id() }),
  example: { orgId: 1001, pageSize: 10 },
  handler: async ({ trx, params, caller }) => {
    const now = Date.now();
    const found = await findObject(trx, params.orgId, now);
    mustOpen(found.kind, caller);
    return objectMetersOf(trx, found.meterIds, pageOf(params), now);
  },
});

export const routes = [getMeter, getObject, getMeters];
