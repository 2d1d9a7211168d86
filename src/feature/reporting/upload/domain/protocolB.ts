import * as z from 'zod';
import { foreignReply, readReply, shortText } from './replyText.ts';
import { reply, type Reply, type SentFigure } from './protocol.ts';

/** Protocol B: the national JSON of 2018, many figures in one request (domain notes 1.8). */

/** Most figures of one request. */
export const MOST_FIGURES_B = 500;

/** `00-00-0000-023300-20` */
export const dashedCode = (code: string): string =>
  code.replace(/^(..)(..)(....)(......)(..)$/, '$1-$2-$3-$4-$5');

/** One figure as it stands in a request. */
export const encodeFigureB = (figure: SentFigure): string =>
  JSON.stringify({
    dataCode: dashedCode(figure.dataCode),
    dataValue: figure.dataValue,
    inputType: figure.inputType,
    statType: figure.statType,
    statDate: figure.statDate,
    uploadDate: figure.uploadDate,
    scope: figure.scope,
    valid: true,
  });

/** A request of figures that were encoded one by one: each keeps its bytes. */
export const encodeBatchB = (
  { deviceId, enterpriseCode }: { readonly deviceId: string; readonly enterpriseCode: string },
  figures: readonly string[],
): string =>
  `{"deviceId":${JSON.stringify(deviceId)},"enterpriseCode":${JSON.stringify(enterpriseCode)},"data":[${figures.join(',')}]}`;

const one = z.object({
  dataCode: z.string().max(40),
  statType: z.union([z.string(), z.number()]).optional(),
  statDate: z.string().max(40),
  responseCode: z.union([z.string().max(20), z.number()]),
  responseMessage: z.string().nullish().catch(null),
  dataValue: z
    .union([z.string().max(40), z.number()])
    .nullish()
    .catch(null),
});

const envelope = z.object({
  responseCode: z.union([z.string().max(20), z.number()]),
  responseMessage: z.union([z.string(), z.number()]).nullish(),
  deviceId: z
    .union([z.string().max(64), z.number()])
    .nullish()
    .catch(null),
  platformTime: z.string().max(40).nullish().catch(null),
  receiptNo: z
    .union([z.string().max(64), z.number()])
    .nullish()
    .catch(null),
  results: z
    .array(z.unknown())
    .max(MOST_FIGURES_B * 2)
    .nullish()
    .catch(null),
});

const DUPLICATE = '1007';
const KEY_CODES = new Set(['401', '1001']);

/** What an answer says of the request as a whole, and of the figures that it names: by `dashed code, type, statDate`. */
export interface ReplyB extends Reply {
  readonly each: ReadonlyMap<string, Reply>;
  /** It says something of single figures that cannot be read. */
  readonly partly: boolean;
  readonly data: Record<string, unknown>;
}

/** The key of a figure in `each`. */
const keyB = (dataCode: string, statType: string, statDate: string): string =>
  [dataCode.replaceAll('-', ''), statType, statDate].join(' ');

const outcomeOf = (code: string): Reply['outcome'] =>
  code === '0' || code === '200'
    ? 'accepted'
    : code === DUPLICATE
      ? 'duplicate'
      : KEY_CODES.has(code)
        ? 'keyExpired'
        : code === '429' || code === '503'
          ? 'later'
          : code.startsWith('5')
            ? 'unknown'
            : 'refused';

/** Reads an answer of protocol B; whatever comes, it answers. */
export function decodeB(status: number, body: string): ReplyB {
  const none = { each: new Map<string, Reply>(), partly: false, data: {} };
  if (status === 401) return { ...reply('keyExpired', { code: '401' }), ...none };
  if (status === 429 || status === 503) return { ...reply('later', { code: String(status) }), ...none };
  const found = readReply(envelope, body);
  if (!found || status >= 500)
    return {
      ...reply('unknown', {
        message: found ? shortText(String(found.responseMessage ?? '')) : foreignReply(body),
        code: status === 200 ? null : String(status),
      }),
      ...none,
    };
  const code = String(found.responseCode);
  const parts = {
    code,
    message: shortText(String(found.responseMessage ?? '')),
    platformTime: found.platformTime ?? null,
    receiptNo: found.receiptNo == null ? null : String(found.receiptNo),
  };
  // Line by line: one that cannot be read hides no other.
  const lines = (found.results ?? []).map((line) => one.safeParse(line));
  const each = new Map(
    lines
      .flatMap(({ data: row }) => (row ? [row] : []))
      .map((row) => [
        keyB(row.dataCode, String(row.statType ?? ''), row.statDate),
        reply(outcomeOf(String(row.responseCode)), {
          ...parts,
          code: String(row.responseCode),
          message: shortText(row.responseMessage ?? '') ?? parts.message,
          platformValue: row.dataValue == null ? null : String(row.dataValue),
        }),
      ]),
  );
  const partly = lines.some(({ success }) => !success);
  return {
    ...reply(outcomeOf(code), parts),
    each,
    partly,
    data: JSON.parse(body) as Record<string, unknown>,
  };
}

/** By what an answer names a figure. */
interface NamedFigure {
  readonly dataCode: string;
  readonly statType: string;
  readonly statDate: string;
}

/**
 * What an answer says of each figure of a request: what it says of it by name; where it names figures that it took and not
 * this one, or says something of figures that cannot be told which, nobody knows; else what it says of all.
 */
export function repliesFor(answer: ReplyB, figures: readonly NamedFigure[]): Reply[] {
  const used = new Set<Reply>();
  const named = figures.map(({ dataCode, statType, statDate }) => {
    const found = answer.each.get(keyB(dataCode, statType, statDate)) ?? answer.each.get(keyB(dataCode, '', statDate)); // prettier-ignore
    if (found) used.add(found);
    return found;
  });
  const open =
    answer.partly || [...answer.each.values()].some((said) => said.outcome === 'accepted' || !used.has(said));
  return named.map((said) => said ?? (open ? { ...answer, outcome: 'unknown' } : answer));
}
