import type { FastifyInstance } from 'fastify';
import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import type { Upgrade } from './plugin/upgrade.ts';
import type { Services } from './route.ts';

/** What a feature opens on the web server beside its calls, for clients that are no browser of a person. */
export interface Door {
  /** Calls with a way in of their own. */
  readonly mount?: (app: FastifyInstance, services: Services) => void;
  /** These calls in the document of the API, by path. */
  readonly api?: Readonly<Record<string, object>>;
  /** Where it takes WebSockets; a path that ends with a slash takes what follows it, too. */
  readonly socket?: {
    readonly path: string;
    readonly open: (app: FastifyInstance, services: Services, ingest: Ingest) => Upgrade;
  };
}
