import * as z from 'zod';
import { foreignReply, readReply, shortText } from './replyText.ts';
import { reply, type Reply, type SentFigure } from './protocol.ts';

/** Protocol A: one figure a request, `{responseCode, responseMessage, data}` (domain notes 1.7). */

/** A figure as it is sent; the versions are those of the registration and of the lists. */
export const encodeFigureA = (
  enterpriseCode: string,
  { regVersion, dicVersion }: { readonly regVersion: string; readonly dicVersion: string },
  figure: SentFigure,
): string =>
  JSON.stringify({
    enterpriseCode,
    regVersion,
    dicVersion,
    dataCode: figure.dataCode,
    dataValue: figure.dataValue,
    convertRation: figure.convertRation,
    valid: '1',
    scope: figure.scope,
    inputType: figure.inputType,
    statType: figure.statType,
    statDate: figure.statDate,
    uploadDate: figure.uploadDate,
  });

const envelope = z.object({
  responseCode: z.union([z.string().max(20), z.number()]),
  responseMessage: z.union([z.string(), z.number()]).nullish(),
  data: z.looseObject({}).nullish(),
});

/** The code by which a platform says that it has the figure already. */
const DUPLICATE = '1007';

/** What the data of an answer may tell. */
const told = z.object({
  platformTime: z.string().max(40).nullish().catch(null),
  receiptNo: z
    .union([z.string().max(64), z.number()])
    .nullish()
    .catch(null),
  dataIndex: z
    .union([z.string().max(64), z.number()])
    .nullish()
    .catch(null),
  dataValue: z
    .union([z.string().max(40), z.number()])
    .nullish()
    .catch(null),
});

/** Reads an answer of protocol A; whatever comes, it answers. */
export function decodeA(status: number, body: string): Reply & { readonly data: Record<string, unknown> } {
  const none = { data: {} };
  if (status === 401) return { ...reply('keyExpired', { code: '401' }), ...none };
  if (status === 429 || status === 503) return { ...reply('later', { code: String(status) }), ...none };
  const found = readReply(envelope, body);
  if (!found)
    return {
      ...reply('unknown', { message: foreignReply(body), code: status === 200 ? null : String(status) }),
      ...none,
    };
  const code = String(found.responseCode);
  const said = told.safeParse(found.data ?? {}).data;
  const text = (value: string | number | null | undefined): string | null =>
    value == null ? null : String(value);
  const parts = {
    code,
    message: shortText(String(found.responseMessage ?? '')),
    platformTime: said?.platformTime ?? null,
    receiptNo: text(said?.receiptNo) ?? text(said?.dataIndex),
    platformValue: text(said?.dataValue),
  };
  const outcome =
    code === '200' && status < 300
      ? 'accepted'
      : code === '401'
        ? 'keyExpired'
        : code === DUPLICATE
          ? 'duplicate'
          : code === '429' || code === '503'
            ? 'later'
            : status >= 500 || code.startsWith('5')
              ? 'unknown'
              : 'refused';
  return { ...reply(outcome, parts), data: found.data ?? {} };
}
