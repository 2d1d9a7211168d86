import type { FastifyInstance } from 'fastify';
import { Fault } from '#contract/error.ts';
import { countTry, takeBackTry } from '#feature/house/session/server/public.ts';
import type { Services } from '#server/route.ts';
import { CALLBACK_PATH } from '#server/singleSignOnConfig.ts';
import { backChannelLogout } from './backChannel.ts';

/** Where the provider tells that a session is over. */
const BACK_CHANNEL_PATH = '/singleSignOn/logout';
const LONGEST_QUERY = 8000;
/** A provider's own are taken back: it ends the sessions of a whole shift at once. */
const PER_ADDRESS = { most: 600, minutes: 10 };

/**
 * Mounts what the provider reaches. The way back lands on a page: what came with the address goes behind its `#`,
 * which no server and no log sees, and the page hands it in with the cookie of the browser that began.
 */
export function mountSingleSignOn(app: FastifyInstance, { config, system, log }: Services): void {
  const provider = config.singleSignOn;
  if (!provider) return;
  app.get(CALLBACK_PATH, async (request, reply) => {
    const { search } = new URL(request.url, 'http://localhost');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/#${CALLBACK_PATH}${search.length > LONGEST_QUERY ? '' : search}`, 303);
  });
  app.post(BACK_CHANNEL_PATH, async (request, reply) => {
    try {
      await countTry(system, request.ip, 'signOnEnd', PER_ADDRESS);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return reply
        .status(429)
        .header('retry-after', PER_ADDRESS.minutes * 60)
        .send({ error: 'invalid_request' });
    }
    const token = (request.body as { logout_token?: unknown } | null)?.logout_token;
    void reply.header('cache-control', 'no-store');
    try {
      if (typeof token !== 'string') throw new Error('no logout_token');
      await backChannelLogout(system, provider, token);
      await takeBackTry(system, request.ip, 'signOnEnd');
      return reply.send();
    } catch (error) {
      log.warn(
        `A back-channel logout was refused: ${error instanceof Error ? error.message : String(error)}`,
      );
      return reply.status(400).send({ error: 'invalid_request' });
    }
  });
}
