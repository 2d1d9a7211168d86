import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { badInput, conflict, databaseAway, Fault, forbidden, tooLarge } from '#contract/error.ts';
import { languageOf, textIn } from '#contract/text.ts';
import { isAway, isUncertain } from '../database/away.ts';
import { MAX_FILE_BYTES } from '../files.ts';
import { storageFaultOf, storageSentence } from '../storageFault.ts';

/** When it is worth asking again, s. */
const AGAIN_SECONDS = 2;

/** A fault for what the database or the web server refused; undefined = unexpected. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error;
  if (isAway(error)) return databaseAway(isUncertain(error));
  if (error instanceof pg.DatabaseError) {
    if (error.code === '42501') return forbidden();
    if (error.code === '23503')
      return conflict({
        zh: `仍被其他记录引用（${error.table ?? ''}）`,
        en: `Other records still refer to it (${error.table ?? ''})`,
      });
    if (error.code === '23505')
      return conflict({ zh: '已存在相同的记录', en: 'There is already such a record' });
    if (error.code === '53100' || error.code === '58030')
      return storageSentence(storageFaultOf(error) ?? 'full');
    if (error.code === '22P05' || error.code === '22021')
      return badInput({
        zh: '文本含有不可存储的字符',
        en: 'The text holds characters that cannot be stored',
      });
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  // Of a file that an answer needed; what else may be amiss with a file is a fault of ours.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS')
    return storageSentence(storageFaultOf(error) ?? 'full');
  if (code === 'FST_REQ_FILE_TOO_LARGE' || statusCode === 413) return tooLarge(MAX_FILE_BYTES / 1024 / 1024);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return badInput({ zh: '请求无法读取', en: 'The request cannot be read' });
  return undefined;
}

/** The one exit of every failure: the envelope, in the caller's language, without internals. */
export function replyFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const fault = faultOf(error);
  if (fault) {
    // Who looks at nothing but the status (a proxy, a script) shall come again.
    const away = fault.code === 503;
    if (away) void reply.header('retry-after', AGAIN_SECONDS);
    return reply.status(away ? 503 : 200).send({
      code: fault.code,
      message: textIn(fault.text, language),
      data: fault.data ?? null,
      ...(fault.field === undefined ? {} : { field: fault.field }),
    });
  }
  request.log.error({ err: error }, 'unexpected fault');
  const message = textIn(
    { zh: `系统出错，编号 ${request.id}`, en: `Something went wrong, request ${request.id}` },
    language,
  );
  return reply.status(200).send({ code: 500, message, data: { requestId: request.id } });
}
