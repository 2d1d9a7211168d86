import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MOST_DEPTH, readJson } from '#contract/json.ts';
import { languageOf, type Text, textIn } from '#contract/text.ts';
import { isAway } from '#server/database/away.ts';
import type { Services } from '#server/route.ts';
import { type BodyFault, isFault, readAlerts } from '../domain/body.ts';
import { openDoor, type Owner } from './doorToken.ts';
import { takeAlerts, type Taken } from './take.ts';

/** Where Grafana sends its alerts to. */
export const HOOK_PATH = '/api/alarm/eventConfigGrafana/webhook';

const MAX_BODY_BYTES = 1024 * 1024;
const RETRY_SECONDS = 5;
const MOST_TOLD = 100;

const TOO_LARGE: Text = { zh: '内容过大，最大 1 MB', en: 'The body is too large, at most 1 MB' };
const NOT_JSON: Text = {
  zh: `内容不是 JSON，或嵌套超过 ${MOST_DEPTH} 层`,
  en: `The body is not JSON, or nested deeper than ${MOST_DEPTH} levels`,
};
const AGAIN: Text = { zh: '暂时无法存储，请稍后重发', en: 'It cannot be stored now, send it again later' };

type Answer = (code: number, text: Text, data?: object) => FastifyReply;

/** Answers in the language of the request; the status of HTTP says the same as the envelope. */
const answerOf =
  (request: FastifyRequest, reply: FastifyReply): Answer =>
  (code, text, data) =>
    reply.status(code).send({
      code,
      message: textIn(text, languageOf(request.headers['accept-language'])),
      data: data ?? null,
    });

/**
 * The door of Grafana's contact point "webhook": the token of an enterprise as bearer. A refusal carries its HTTP status
 * too, which Grafana shows beside the contact point and, for 429 and 503, sends again. What is known of a delivery
 * is taken even where something else of it is not: 422 says what.
 */
export function mountGrafanaHook(app: FastifyInstance, services: Services): void {
  const ownerOf = openDoor(services.system, 'hook');
  const owners = new WeakMap<FastifyRequest, Owner>();
  void app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    door.setErrorHandler((error, request, reply) => {
      const answer = answerOf(request, reply);
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 413)
        return answer(413, TOO_LARGE);
      if (isAway(error)) request.log.warn(`Alerts of Grafana were not stored: ${String(error)}`);
      else request.log.error({ err: error }, 'alerts of Grafana were not stored');
      void reply.header('retry-after', RETRY_SECONDS);
      return answer(503, AGAIN);
    });
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const owner = await ownerOf(request);
      if ('code' in owner) {
        if (owner.wait !== undefined) void reply.header('retry-after', owner.wait);
        return answerOf(request, reply)(owner.code, owner.text);
      }
      owners.set(request, owner);
      return undefined;
    };
    door.post(
      HOOK_PATH,
      { bodyLimit: MAX_BODY_BYTES, config: { anyHost: true }, decompress: false, onRequest },
      async (request, reply) => {
        const owner = owners.get(request);
        if (!owner) throw new Error('the token was not looked at');
        return take(services, request, answerOf(request, reply), owner);
      },
    );
  });
}

/** Takes the alerts of a delivery. */
async function take(
  { system, config }: Services,
  request: FastifyRequest,
  answer: Answer,
  { consumerId }: Owner,
): Promise<FastifyReply> {
  const now = Date.now();
  const body = request.body instanceof Buffer ? readJson(request.body.toString('utf8')) : undefined;
  if (body === undefined) return answer(400, NOT_JSON);
  const read = readAlerts(body, now);
  if (isFault(read)) return answer(400, read.text, { field: read.field });
  const taken = await system
    .transaction()
    .execute((trx) => takeAlerts(trx, config, consumerId, read.alerts, now));
  const language = languageOf(request.headers['accept-language']);
  const faults = read.faults.map(({ field, text }) => ({ field, message: textIn(text, language) }));
  const told = { ...taken, faults: faults.slice(0, MOST_TOLD) };
  const left = leftOf(taken, read.faults);
  return left ? answer(422, left, told) : answer(200, { zh: 'ok', en: 'ok' }, told);
}

/** What of a delivery was not taken, and how to mend it; null = nothing. */
function leftOf({ unknown }: Taken, faults: readonly BodyFault[]): Text | null {
  const parts: Text[] = [];
  const names = unknown.slice(0, 5).join(', ');
  if (unknown.length > 0)
    parts.push({
      zh: `连接正常，但没有标识为 ${names} 的事件，请在“看板告警事件”中添加`,
      en: `The connection works, but no event has the identifier ${names}: add it under “Alerts of Grafana”`,
    });
  const [first] = faults;
  if (first)
    parts.push({
      zh: `${faults.length} 条告警无法读取，${first.text.zh}`,
      en: `${faults.length} alerts cannot be read, ${first.text.en}`,
    });
  if (parts.length === 0) return null;
  return { zh: parts.map(({ zh }) => zh).join('；'), en: parts.map(({ en }) => en).join('; ') };
}
