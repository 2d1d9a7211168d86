import { readFileSync } from 'node:fs';
import type { Server as TlsServer } from 'node:tls';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { noSuchCall } from '#contract/error.ts';
import { resources } from '#resource/index.ts';
import { type Ingest, ingestApi, mountIngest, openIngest } from '#feature/meters/ingest/server/public.ts';
import { type Collector, collectorMetrics } from '#feature/meters/collector/server/public.ts';
import { type Messaging, mountDoorFigures } from '#feature/meters/messaging/server/public.ts';
import { callerOf, followCallers } from '#feature/house/session/server/public.ts';
import { WS_PATH } from '#feature/meters/messaging/contract.ts';
import { trustsOf } from './address.ts';
import { CONNECTION_LIMITS, limitConnections, REQUEST_TIMES } from './connectionLimits.ts';
import type { ConnectionLimits } from './connectionLimits.ts';
import { doors, featureRoutes } from './features.ts';
import { MAX_FILE_BYTES } from './files.ts';
import { followPemPair } from './pem.ts';
import { replyFault } from './plugin/errors.ts';
import { guardHosts } from './plugin/hosts.ts';
import { mountHeaders } from './plugin/headers.ts';
import { mountHealth } from './plugin/health.ts';
import { onlyNear } from './plugin/near.ts';
import { mountRoutes } from './plugin/mount.ts';
import { FORM_LIMITS, parseForm, refuseDeep } from './plugin/params.ts';
import { mountUpgrades, type Upgrade } from './plugin/upgrade.ts';
import { mountWeb } from './plugin/web.ts';
import { mountOpenApi } from './openApi/mount.ts';
import { routesOf } from './resource/routes.ts';
import type { Route, Services } from './route.ts';

const addressIn = ({ method, path }: Route): string =>
  `${method === 'POST' || method === 'UPLOAD' ? 'POST' : 'GET'} ${path}`;
const taken = new Set(featureRoutes.map(addressIn));

/** Every call of the product; a feature's call at the address of a generic one stands in its place. */
export const allRoutes: readonly Route[] = [
  ...featureRoutes,
  ...resources.flatMap(routesOf).filter((route) => !taken.has(addressIn(route))),
];

// A form of fields; files travel by multipart.
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/**
 * The web server: calls, health, API page and the built front end. Not yet listening.
 * @param ingest the way in that other doors of this process use too; default one of its own.
 * @param messaging the broker of this process, for the metrics and for WebSockets on this server's port.
 * @param collector the collector of this process, for the metrics.
 * @param limits bounds of the connections.
 */
export async function buildApp(
  services: Services,
  ingest: Ingest = openIngest(services),
  messaging?: Messaging,
  collector?: Collector,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<FastifyInstance> {
  const app = openServer(services);
  limitConnections(app.server, limits, trustsOf(services.config.web.trustedProxies));
  followCertificate(app, services);
  app.setErrorHandler((error, request, reply) => replyFault(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return replyFault(noSuchCall(), request, reply);
    return reply.status(404).type('text/plain').send('not found');
  });
  readBodies(app);
  // Brotli's own default is made for files packed once; replies are packed while a person waits.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions });
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES + 1, files: 5, ...FORM_LIMITS },
  });
  await mountHeaders(app);
  guardHosts(app, services.config);
  const near = onlyNear(services.config.web);
  if (services.config.roles.has('ingest')) mountIngest(app, ingest);
  if (services.config.roles.has('api')) {
    const callers = followCallers(services.pool, services.log);
    app.addHook('onClose', async () => callers.stop());
    mountRoutes(app, allRoutes, services, (request) => callerOf(services.system, request));
    for (const { mount } of doors) mount?.(app, services);
    mountOpenApi(app, allRoutes, Object.assign({}, ingestApi, ...doors.map(({ api }) => api)), near);
    await mountWeb(app, services.config);
  }
  mountHealth(app, services, near, (register) => {
    mountDoorFigures(register, ingest, messaging);
    if (collector) collectorMetrics(register, collector);
    for (const { metrics } of doors) metrics?.(register, services);
  });
  mountUpgrades(app, {
    ...(messaging?.doors ? { [WS_PATH]: messaging.doors.upgrade } : {}),
    ...(services.config.roles.has('api') ? socketsOf(app, services, ingest) : {}),
  });
  return app;
}

/** What takes the WebSockets of features, by path. */
const socketsOf = (app: FastifyInstance, services: Services, ingest: Ingest): Record<string, Upgrade> =>
  Object.fromEntries(
    doors.flatMap(({ socket }) => (socket ? [[socket.path, socket.open(app, services, ingest)]] : [])),
  );

/** The server of http, or of https where a certificate is set; it has no call yet. */
function openServer(services: Services): FastifyInstance {
  const { tls, trustedProxies } = services.config.web;
  const secure = tls && {
    cert: readFileSync(tls.cert),
    key: readFileSync(tls.key),
    handshakeTimeout: 10_000,
  };
  return Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // A reverse proxy that is believed tells the outer address, scheme and name.
    trustProxy: trustsOf(trustedProxies),
    routerOptions: { maxParamLength: 200 },
    ...(secure ? { https: { ...secure, ...REQUEST_TIMES } } : { http: REQUEST_TIMES }),
    requestTimeout: REQUEST_TIMES.requestTimeout,
    // While it stops, what still comes on an open connection is answered, and the connection closed.
    return503OnClosing: false,
  });
}

/** A renewed certificate is taken up while the server runs. */
function followCertificate(app: FastifyInstance, { config, log }: Services): void {
  const { tls } = config.web;
  if (!tls) return;
  const server: unknown = app.server;
  const stop = followPemPair(tls, 'TLS', (renewed) => (server as TlsServer).setSecureContext(renewed), log);
  app.addHook('onClose', async () => stop());
}

/** Bodies are forms of fields or JSON of a bounded depth; nothing is taken as plain text. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, parseForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const fault = refuseDeep(body);
    if (fault) done(fault);
    else void parseJson(request, body, done);
  });
}
