import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));

// Styles are made at run time by the component library. Evaluation is allowed for browser tests, which wait by
// evaluated conditions, and for the schema library's compiled checks, which could do without; scripts come from here alone.
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** Serves the built front end; files with a hash in their name are kept for ever by the browser. */
export async function mountWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(DIST)) return;
  await app.register(fastifyStatic, {
    root: DIST,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      if (path.endsWith('.html')) void reply.header('content-security-policy', POLICY);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
