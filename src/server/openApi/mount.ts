import type { FastifyInstance } from 'fastify';
import { allowPage } from '../plugin/headers.ts';
import type { Near } from '../plugin/near.ts';
import type { Route } from '../route.ts';
import { apiPage, apiPagePolicy } from './apiPage.ts';
import { openApiDocument } from './document.ts';

/** `/openapi.json` and the page to browse it at `/openapi`. */
export function mountOpenApi(
  app: FastifyInstance,
  routes: readonly Route[],
  doors: Readonly<Record<string, object>>,
  onlyNear: Near,
): void {
  const near = { onRequest: onlyNear };
  let document: string | undefined;
  app.get('/openapi.json', near, async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(routes, doors));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/openapi', near, async (_request, reply) => {
    allowPage(reply, apiPagePolicy);
    return reply.type('text/html; charset=utf-8').send(apiPage);
  });
}
