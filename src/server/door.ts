import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import type { Upgrade } from './plugin/upgrade.ts';
import type { Services } from './route.ts';

/** What a feature has on the web server beside its calls. */
export interface Door {
  /** Calls with a way in of their own. */
  readonly mount?: (app: FastifyInstance, services: Services) => void;
  /** These calls in the document of the API, by path. */
  readonly api?: Readonly<Record<string, object>>;
  /** Its figures for `/metrics`. */
  readonly metrics?: (register: Registry, services: Services) => void;
  /** Where it takes WebSockets; a path that ends with a slash takes what follows it, too. */
  readonly socket?: {
    readonly path: string;
    readonly open: (app: FastifyInstance, services: Services, ingest: Ingest) => Upgrade;
  };
}
