import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

type Directives = Readonly<Record<string, readonly string[]>>;

/** What is no page of its own may load nothing and stand in no foreign page. */
const NOTHING: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** What browsers may not ask a page of the product for: it uses none of it. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

const HSTS = `max-age=${365 * 24 * 3600}`;

const policy = (directives: Directives) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: Object.fromEntries(Object.entries(directives).map(([name, list]) => [name, [...list]])),
  },
});

/**
 * Headers of every answer: no foreign page frames it, reads it or guesses its type, nothing of it is kept by browser or
 * proxy unless the call says so, and after a visit over TLS the browser comes over TLS alone.
 */
export async function mountHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    ...policy(NOTHING),
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Below, where the request came over TLS.
    hsts: false,
    // Pages of http on a machine without a certificate would be refused parts of this by the browser, with a warning.
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS).header('cache-control', 'no-store');
    if (request.protocol === 'https') void reply.header('strict-transport-security', HSTS);
  });
}

/**
 * Lets a page load what it needs.
 * @param more directives beside those that every page has, or in their place
 */
export function allowPage(reply: FastifyReply, more: Directives): void {
  reply.helmet(policy({ ...NOTHING, 'object-src': ["'none'"], ...more }));
}

/** Lets a page of the product show this answer in a frame, as the preview of a PDF. */
export function allowOwnFrame(reply: FastifyReply): void {
  reply.helmet({
    ...policy({
      ...NOTHING,
      'frame-ancestors': ["'self'"],
      // The browser's own viewer of PDF.
      'style-src': ["'unsafe-inline'"],
      'img-src': ["'self'"],
      'object-src': ["'self'"],
    }),
    frameguard: { action: 'sameorigin' },
  });
}
