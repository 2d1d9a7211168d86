import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { noSuchCall } from '#contract/error.ts';
import { resources } from '#contract/resource/index.ts';
import { type Ingest, ingestApi, mountIngest, openIngest } from '#feature/ingest/server/public.ts';
import { type Collector, collectorMetrics } from '#feature/collector/server/public.ts';
import { type Messaging, mountDoorFigures } from '#feature/messaging/server/public.ts';
import { callerOf, followCallers } from '#feature/session/server/public.ts';
import { featureRoutes } from './features.ts';
import { MAX_FILE_BYTES } from './files.ts';
import { replyFault } from './plugin/errors.ts';
import { mountHealth } from './plugin/health.ts';
import { mountRoutes } from './plugin/mount.ts';
import { mountOpenApi } from './plugin/openApi.ts';
import { parseForm } from './plugin/params.ts';
import { mountWeb } from './plugin/web.ts';
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
 */
export async function buildApp(
  services: Services,
  ingest: Ingest = openIngest(services),
  messaging?: Messaging,
  collector?: Collector,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // A reverse proxy on this machine tells the outer address and scheme.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 200 },
  });
  app.setErrorHandler((error, request, reply) => replyFault(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return replyFault(noSuchCall(), request, reply);
    return reply.status(404).type('text/plain').send('not found');
  });
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  );
  // Brotli's own default is made for files packed once; replies are packed while a person waits.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions });
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES + 1, files: 5, fields: 200, parts: 205 },
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
  });
  if (services.config.roles.has('ingest')) mountIngest(app, ingest);
  if (services.config.roles.has('api')) {
    const callers = followCallers(services.pool, services.log);
    app.addHook('onClose', async () => callers.stop());
    mountRoutes(app, allRoutes, services, (request) => callerOf(services.system, request));
    mountOpenApi(app, allRoutes, ingestApi);
    await mountWeb(app);
  }
  mountHealth(app, services, (register) => {
    mountDoorFigures(register, ingest, messaging);
    if (collector) collectorMetrics(register, collector);
  });
  messaging?.doors?.attach(app.server);
  return app;
}
