import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Text, textIn } from '#contract/text.ts';
import { MOST_DEPTH } from '#contract/json.ts';
import { type Rejection, REJECTIONS } from '../contract.ts';
import { answerOf } from '../domain/answer.ts';
import { isAway } from '#server/database/away.ts';
import { type Body, readBody } from '../domain/body.ts';
import { DoorLoad } from './doorLoad.ts';
import type { Gateway } from './gateway.ts';
import { type Ingest, takeTelemetry } from './ingest.ts';
import { patiently } from './patiently.ts';
import { isPoison } from './poison.ts';
import { hashToken } from './token.ts';

export const INGEST_PATH = '/api/ingest/telemetry';
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const SMALL_BYTES = 64 * 1024;
/** Deflate packs no better: two bits for 258 bytes. */
const BEST_PACKING = 1032;

const unzip = promisify(gunzip);

const NO_TOKEN: Text = { zh: '令牌无效', en: 'The token is not valid' };
const TOO_LARGE: Text = {
  zh: '数据过大，解压后最大 16 MB',
  en: 'The body is too large, at most 16 MB once unpacked',
};
const NOT_JSON: Text = {
  zh: '内容不是网关格式的 JSON：{"表计编号": [{"ts": 毫秒, "values": {"PP": 1}}]}',
  en: 'The body is not JSON of the gateway format: {"meter code": [{"ts": ms, "values": {"PP": 1}}]}',
};
const TOO_DEEP: Text = {
  zh: `内容嵌套过深，最多 ${MOST_DEPTH} 层`,
  en: `The body is nested too deep, at most ${MOST_DEPTH} levels`,
};
const WRONG_TOKENS: Text = {
  zh: '此地址发来的错误令牌过多，请稍后再试',
  en: 'Too many wrong tokens came from this address, try again later',
};
const AGAIN: Text = { zh: '暂时无法存储，请稍后重发', en: 'It cannot be stored now, send it again later' };
const BUSY: Text = { zh: '来不及存储，请稍后重发', en: 'More comes than can be stored, send it again later' };
const RETRY_SECONDS = 2;

/**
 * The HTTP door for gateways: token as bearer, gzip accepted. The reply comes after the commit. Unlike the calls of
 * the browser a refusal carries its HTTP status too, so that a gateway that looks at nothing else keeps its data; what was
 * taken answers HTTP 200, and the code of the envelope tells whether anything of it counts.
 * @param load what the door has under way; a test looks at it
 */
export function mountIngest(app: FastifyInstance, ingest: Ingest, load = new DoorLoad()): void {
  void app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    door.setErrorHandler((error, request, reply) => {
      if (statusOf(error) === 413) return refuse(request, reply, 413, TOO_LARGE);
      if (isAway(error))
        request.log.warn(`Telemetry was not stored, its sender is to send it again: ${String(error)}`);
      else request.log.error({ err: error }, 'telemetry was not stored');
      return refuse(request, reply.header('retry-after', RETRY_SECONDS), 503, AGAIN);
    });
    const senders = new WeakMap<FastifyRequest, Sender>();
    /** Before the body is read: who it is, and whether there is room. */
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { ip, headers } = request;
      const bytes = bytesOf(request);
      const leave = (code: number, text: Text, wait?: number): FastifyReply => {
        if (wait !== undefined) void reply.header('retry-after', wait);
        // What still comes of a large body is not waited for.
        if (bytes > SMALL_BYTES) void reply.header('connection', 'close');
        return refuse(request, reply, code, text);
      };
      const token = /^Bearer (\S{1,256})$/i.exec(headers.authorization ?? '')?.[1];
      if (token === undefined) return leave(403, NO_TOKEN);
      const offer = { address: ip, hash: hashToken(token) };
      const wait = await ingest.wrongTokens.admit(offer);
      if (wait > 0) return leave(429, WRONG_TOKENS, wait);
      const gateway = await patiently(ingest, 0, () => ingest.gateways.find(token));
      ingest.wrongTokens[gateway ? 'right' : 'wrong'](offer);
      if (!gateway) return leave(403, NO_TOKEN);
      if (bytes > MAX_BODY_BYTES) return leave(413, TOO_LARGE);
      if (ingest.store.refuses() || load.isFull(gateway.id, bytes)) return leave(429, BUSY, RETRY_SECONDS);
      const sender: Sender = { gateway, ended: load.begin(gateway.id, bytes), inHand: false };
      senders.set(request, sender);
      reply.raw.once('close', () => left(sender));
      return undefined;
    };
    const onResponse = async (request: FastifyRequest): Promise<void> => left(senders.get(request));
    const take = async (
      request: FastifyRequest,
      reply: FastifyReply,
      gateway: Gateway,
      keep: (bytes: number) => void,
    ): Promise<unknown> => {
      const now = Date.now();
      const { bytes, ...body } = await bodyOf(request, keep);
      const raw = { bytes: bytes.length, payload: () => bytes.toString('utf8') };
      const unreadable = (reason: Rejection, code: number, text: Text): FastifyReply => {
        const sender = { gatewayId: gateway.id, consumerId: gateway.consumerId };
        ingest.recorder.unreadable(sender, reason, { at: now, door: 'http', topic: null, ...raw });
        return refuse(request, reply, code, text);
      };
      if ('wrong' in body) return unreadable(body.wrong, 400, body.wrong === 'tooDeep' ? TOO_DEEP : NOT_JSON);
      const envelope = { ...raw, exact: true };
      const taken = await patiently(ingest, bytes.length, () =>
        takeTelemetry(ingest, gateway, body.devices, 'http', now, envelope),
      ).catch((error: unknown) => {
        if (!isPoison(error)) throw error;
        request.log.warn({ err: error }, 'telemetry that cannot be stored');
        return 'poison' as const;
      });
      if (taken === 'poison') return unreadable('notStorable', 422, REJECTIONS.notStorable);
      if (!taken) return unreadable('notReadable', 400, NOT_JSON);
      const { code, text } = answerOf(taken, gateway.name);
      const { rejected, ...counts } = taken;
      const reported = rejected.map(({ device, ts, key, reason }) => ({
        meter: device,
        ts,
        code: key,
        reason: REJECTIONS[reason].en,
      }));
      const message = textIn(text, languageOf(request.headers['accept-language']));
      return { code, message, data: { ...counts, rejected: reported } };
    };
    door.post(
      INGEST_PATH,
      { bodyLimit: MAX_BODY_BYTES, config: { anyHost: true }, decompress: false, onRequest, onResponse },
      async (request, reply) => {
        const sender = senders.get(request);
        if (!sender) return refuse(request, reply, 403, NO_TOKEN);
        const { gateway, ended } = sender;
        sender.inHand = true;
        return load
          .inTurn(gateway.id, mostOf(request), (keep) => take(request, reply, gateway, keep))
          .finally(ended);
      },
    );
  });
}

/** Whose delivery it is, and what ends its count. */
interface Sender {
  readonly gateway: Gateway;
  readonly ended: () => void;
  /** The body is here, and held until it is dealt with, whether its sender waits for that or not. */
  inHand: boolean;
}

const left = (sender: Sender | undefined): void => {
  if (sender && !sender.inHand) sender.ended();
};

/** What a delivery takes of memory while it comes: what it says it has, else the most. */
function bytesOf({ headers }: FastifyRequest): number {
  const said = headers['content-length'];
  return said !== undefined && /^\d{1,15}$/.test(said) ? Number(said) : MAX_BODY_BYTES;
}

const isPacked = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/i.test(headers['content-encoding'] ?? '');

/** The most that the body can be once it is unpacked, bytes. */
function mostOf(request: FastifyRequest): number {
  const bytes = request.body instanceof Buffer ? request.body.length : 0;
  return isPacked(request) ? Math.min(MAX_BODY_BYTES, bytes * BEST_PACKING) : bytes;
}

/** The JSON of the body; tells `keep` its size. @throws an error with status 413 when it unpacks too large. */
async function bodyOf(
  request: FastifyRequest,
  keep: (bytes: number) => void,
): Promise<Body & { readonly bytes: Buffer }> {
  let bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  try {
    if (isPacked(request)) bytes = await unzip(bytes, { maxOutputLength: MAX_BODY_BYTES });
    keep(bytes.length);
    return { ...readBody(bytes.toString('utf8')), bytes };
  } catch (error) {
    if (error instanceof RangeError)
      throw Object.assign(new Error('too large', { cause: error }), { statusCode: 413 });
    return { wrong: 'notReadable', bytes };
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;

function refuse(request: FastifyRequest, reply: FastifyReply, code: number, text: Text): FastifyReply {
  return reply
    .status(code)
    .send({ code, message: textIn(text, languageOf(request.headers['accept-language'])), data: null });
}
