import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Text } from '#contract/text.ts';
import { REJECTIONS } from '../contract.ts';
import { answerOf } from '../domain/answer.ts';
import { type Ingest, takeTelemetry } from './ingest.ts';

export const INGEST_PATH = '/api/ingest/telemetry';
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

const unzip = promisify(gunzip);

const NO_TOKEN: Text = { zh: '令牌无效', en: 'The token is not valid' };
const TOO_LARGE: Text = { zh: '数据过大，最大 16 MB', en: 'The body is too large, at most 16 MB' };
const NOT_JSON: Text = {
  zh: '内容不是网关格式的 JSON：{"表计编号": [{"ts": 毫秒, "values": {"PP": 1}}]}',
  en: 'The body is not JSON of the gateway format: {"meter code": [{"ts": ms, "values": {"PP": 1}}]}',
};
const AGAIN: Text = { zh: '暂时无法存储，请稍后重发', en: 'It cannot be stored now, send it again later' };
const BUSY: Text = { zh: '来不及存储，请稍后重发', en: 'More comes than can be stored, send it again later' };
const RETRY_SECONDS = 2;

/**
 * The HTTP door for gateways: token as bearer, gzip accepted. The reply comes after the commit. Unlike the calls of
 * the browser a refusal carries its HTTP status too, so that a gateway that looks at nothing else keeps its data; what was
 * taken answers HTTP 200, and the code of the envelope tells whether anything of it counts.
 */
export function mountIngest(app: FastifyInstance, ingest: Ingest): void {
  void app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    door.setErrorHandler((error, request, reply) => {
      if (statusOf(error) === 413) return refuse(request, reply, 413, TOO_LARGE);
      request.log.error({ err: error }, 'telemetry was not stored');
      return refuse(request, reply, 503, AGAIN);
    });
    door.post(INGEST_PATH, { bodyLimit: MAX_BODY_BYTES, decompress: false }, async (request, reply) => {
      const token = /^Bearer (\S{1,256})$/i.exec(request.headers.authorization ?? '')?.[1];
      const gateway = token === undefined ? undefined : await ingest.gateways.find(token);
      if (!gateway) return refuse(request, reply, 403, NO_TOKEN);
      if (ingest.store.refuses())
        return refuse(request, reply.header('retry-after', RETRY_SECONDS), 429, BUSY);
      const { body, bytes } = await bodyOf(request);
      const taken = await takeTelemetry(ingest, gateway, body, 'http', Date.now(), {
        bytes: bytes.length,
        payload: () => bytes.toString('utf8'),
        exact: true,
      });
      if (!taken) return refuse(request, reply, 400, NOT_JSON);
      const { code, text } = answerOf(taken, gateway.name);
      const { rejected, ...counts } = taken;
      const told = rejected.map(({ device, ts, key, reason }) => ({
        meter: device,
        ts,
        code: key,
        reason: REJECTIONS[reason].en,
      }));
      const message = text[languageOf(request.headers['accept-language'])];
      return { code, message, data: { ...counts, rejected: told } };
    });
  });
}

/** The JSON of the body, undefined when it is none. @throws an error with status 413 when it unpacks too large. */
async function bodyOf(request: FastifyRequest): Promise<{ body: unknown; bytes: Buffer }> {
  let bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  try {
    if (/\bgzip\b/i.test(request.headers['content-encoding'] ?? ''))
      bytes = await unzip(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
    return { body: JSON.parse(bytes.toString('utf8')), bytes };
  } catch (error) {
    if (error instanceof RangeError)
      throw Object.assign(new Error('too large', { cause: error }), { statusCode: 413 });
    return { body: undefined, bytes };
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;

function refuse(request: FastifyRequest, reply: FastifyReply, code: number, text: Text): FastifyReply {
  return reply
    .status(code)
    .send({ code, message: text[languageOf(request.headers['accept-language'])], data: null });
}
