import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenOf } from '#feature/house/session/server/public.ts';
import type { Config } from '../config.ts';
import { allowPage } from './headers.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
/** Where the page holds the number that its styles must carry. */
const NONCE = '<meta property="csp-nonce" nonce=""';
/** Where the footer finds the filing number of the site. */
const FILING = '<meta name="filing-number" content=""';
/** Where the page finds whether it is worth asking who is signed in before its code is there. */
const SIGNED_IN = '<meta name="signed-in" content=""';

/**
 * Serves the built front end, packed as it was built; files with a hash in their name are kept for ever by the browser. The page itself is made
 * anew each time: styles that its parts add at run time carry a number that nobody can know before.
 */
export async function mountWeb(
  app: FastifyInstance,
  config: Pick<Config, 'mqttWsPort' | 'mqttTls' | 'web'>,
  folder = DIST,
): Promise<void> {
  if (!existsSync(folder)) return;
  const { filingNumber } = config.web;
  const written = readFileSync(join(folder, 'index.html'), 'utf8');
  const page = filled(written, FILING, filingNumber.replaceAll('&', '&amp;'));
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    allowPage(reply, {
      'script-src': ["'self'"],
      'style-src': ["'self'", `'nonce-${nonce}'`],
      // Attributes in the HTML that the chart library shows beside the pointer.
      'style-src-attr': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'media-src': ["'self'", 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", brokerOf(request, config)],
      'frame-src': ["'self'"],
      'form-action': ["'self'"],
    });
    const signedIn = tokenOf(request) === undefined ? '' : '1';
    return reply
      .type('text/html; charset=utf-8')
      .send(filled(filled(page, NONCE, nonce), SIGNED_IN, signedIn));
  };
  app.get('/', show);
  app.get('/index.html', show);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** The page with a value at a place that it left empty. */
const filled = (page: string, place: string, value: string): string =>
  page.replace(place, () => place.replace('""', () => `"${value}"`));

/** Where the page finds the broker: over TLS behind this very port, otherwise on the broker's own. */
function brokerOf(request: FastifyRequest, config: Pick<Config, 'mqttWsPort' | 'mqttTls'>): string {
  if (request.protocol === 'https') return `wss://${request.host}`;
  return `${config.mqttTls ? 'wss' : 'ws'}://${request.hostname}:${config.mqttWsPort}`;
}
