import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { taskCounts } from '../jobs.ts';
import type { Services } from '../route.ts';
import { addFoldMetrics } from './foldMetrics.ts';

/**
 * `/healthz` (the process lives), `/readyz` (the database answers) and `/metrics` (Prometheus).
 * @param more adds figures of the doors.
 */
export function mountHealth(
  app: FastifyInstance,
  services: Services,
  more: (register: Registry) => void = () => {},
): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'meterhouse_call_seconds',
    help: 'Time to answer a call',
    labelNames: ['path', 'method'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  });
  new Gauge({
    name: 'meterhouse_tasks',
    help: 'Long tasks by state',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const counts = await taskCounts(services.system);
      for (const [state, n] of Object.entries(counts)) this.set({ state }, n);
    },
  });
  addFoldMetrics(register, services);
  more(register);
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url;
    if (path?.startsWith('/api/'))
      duration.observe({ path, method: request.method }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(services.system);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}
