import * as z from 'zod';
import { forbidden, sessionExpired } from '#contract/error.ts';
import { wordList } from '#contract/param.ts';
import { tokenOf } from '#feature/house/session/server/public.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { ACCESS_KEY, type BrowserToken, type MessagingConfig, TOPICS } from '../contract.ts';
import { attributeRoutes } from './attributeRoutes.ts';
import { addBrowserToken, revokeBrowserToken } from './browserToken.ts';
import { commandRoutes } from './commandRoutes.ts';
import { grantedMeters, grantedTopics } from './grant.ts';
import { sendData } from './sendData.ts';

const INSTANCE = 'meterhouse';
/** The screens that show live values: whoever may open one may subscribe. */
const LIVE_SCREENS = ['SDNMonitoring.Overview', 'SDNPowerAdmin.SDNDemandGuard', 'SDNMonitoring.Signal'];

const getAccessKey = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/getAccessKey',
  summary: { zh: '消息服务：访问标识', en: 'Messaging: access key and instance' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: async () => ({ accessKey: ACCESS_KEY, instanceId: INSTANCE }),
});

const getConfig = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/getConfig',
  summary: { zh: '消息服务：服务器参数', en: 'Messaging: host, port and topic' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: async ({ request, services: { config } }): Promise<MessagingConfig> => ({
    host: request.hostname,
    port: config.mqttWsPort,
    topic: TOPICS.live,
    instanceId: INSTANCE,
    accessKey: ACCESS_KEY,
    tls: config.mqttTls !== undefined,
  }),
});

const getToken = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/getToken',
  summary: {
    zh: '消息服务：短期令牌，限于所列主题',
    en: 'Messaging: a short-lived token, limited to the topics asked for',
  },
  permission: null,
  why: 'asked',
  params: z.object({ topics: wordList().default([]) }),
  example: {},
  handler: async ({ trx, caller, params, services, request }): Promise<BrowserToken> => {
    if (!LIVE_SCREENS.some((code) => caller.funCodes.has(code))) throw forbidden();
    const session = tokenOf(request);
    if (!session) throw sessionExpired();
    const { topics, leftOut } = await grantedTopics(trx, caller, params.topics);
    const meters = await grantedMeters(trx, caller);
    const { employeeId } = caller;
    const made = await addBrowserToken(services.system, { session, employeeId, topics, meters });
    return { ...made, accessKey: ACCESS_KEY, instanceId: INSTANCE, topics, leftOut };
  },
});

const revokeToken = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/revokeToken',
  summary: { zh: '消息服务：吊销令牌，连接随即断开', en: 'Messaging: revoke a token, its connection is cut' },
  permission: null,
  why: 'own',
  params: z.object({ token: z.string().min(1).max(200) }),
  example: { token: 'a-token-that-is-over' },
  // A token that is none of the caller's or is over already is left as it is.
  handler: async ({ caller, params, services }) => ({
    revoked: await revokeBrowserToken(services.system, caller.employeeId, params.token),
  }),
});

export const routes: readonly Route[] = [
  getAccessKey,
  getConfig,
  getToken,
  revokeToken,
  sendData,
  ...commandRoutes,
  ...attributeRoutes,
];
