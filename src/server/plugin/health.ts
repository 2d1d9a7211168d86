import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { answeredWithin } from '../database/pool.ts';
import { isDraining } from '../draining.ts';
import { taskCounts } from '../jobs.ts';
import type { Services } from '../route.ts';
import { addFoldMetrics } from './foldMetrics.ts';
import type { Near } from './near.ts';

/** Who watches asks every few seconds. */
const READY_MS = 5000;
/** Prometheus gives up after ten seconds. */
const SCRAPE_MS = 8000;
const answers = ({ system }: Services): Promise<unknown> =>
  answeredWithin(READY_MS, () => sql`select 1`.execute(system));

/**
 * `/healthz` (the process lives), `/readyz` (the database answers, and it does not stop) and `/metrics` (Prometheus).
 * @param onlyNear whom `/metrics` answers.
 * @param more adds figures of features.
 */
export function mountHealth(
  app: FastifyInstance,
  services: Services,
  onlyNear: Near,
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
      // While the database is away the figures of the process are told all the same.
      const counts = await taskCounts(services.system).catch(() => ({}));
      this.reset();
      for (const [state, n] of Object.entries(counts)) this.set({ state }, n);
    },
  });
  new Gauge({
    name: 'meterhouse_database_up',
    help: '1 while the database answers',
    registers: [register],
    async collect() {
      this.set(await answers(services).then(() => 1, () => 0)); // prettier-ignore
    },
  });
  addFoldMetrics(register, services);
  more(register);
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url;
    if (path?.startsWith('/api/'))
      duration.observe({ path, method: request.method }, reply.elapsedTime / 1000);
  });

  const anyHost = { config: { anyHost: true } };
  app.get('/healthz', anyHost, async () => ({ status: 'ok' }));
  app.get('/readyz', anyHost, async (_request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'it is about to stop' });
    try {
      await answers(services);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', { onRequest: onlyNear }, async (_request, reply) =>
    reply.type(register.contentType).send(await answeredWithin(SCRAPE_MS, () => register.metrics())),
  );
}
