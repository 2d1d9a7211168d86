import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging, yesNo } from '#contract/param.ts';
import { type Language, textIn } from '#contract/text.ts';
import { REJECTIONS } from '#feature/meters/ingest/contract.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Download } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { MessageDetail, MessageRow } from '../contract.ts';
import { like } from './sql.ts';

const permission = 'SDNCommunication.SDNCommunicationData';
const MOST_EXPORTED = 20_000;

const filters = {
  consumerId: id().optional(),
  gatewayId: id().optional(),
  begin: z.iso.datetime({ offset: true }).optional(),
  end: z.iso.datetime({ offset: true }).optional(),
  door: z.enum(['mqtt', 'http', 'collector', 'ocpp']).optional(),
  search: z.string().max(200).optional(),
  rejectedOnly: yesNo().default(false),
};
const question = z.object(filters);
type Question = z.output<typeof question>;

function whereOf(question: Question) {
  const [consumerId, gatewayId] = [question.consumerId ?? null, question.gatewayId ?? null];
  const [begin, end] = [question.begin ?? null, question.end ?? null];
  const [door, words] = [question.door ?? null, question.search];
  return sql`(${consumerId}::integer is null or m.consumer_id = ${consumerId})
    and (${gatewayId}::integer is null or m.gateway_id = ${gatewayId})
    and (${begin}::timestamptz is null or m.received_at >= ${begin}::timestamptz)
    and (${end}::timestamptz is null or m.received_at < ${end}::timestamptz)
    and (${door}::text is null or m.door = ${door})
    and ${words === undefined ? sql`true` : sql`(m.topic ilike ${like(words)} or m.payload ilike ${like(words)})`}
    and ${question.rejectedOnly ? sql`(m.rejected > 0 or m.reason is not null)` : sql`true`}`;
}

const columns = sql`m.id, m.gateway_id as "gatewayId", shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName", m.received_at as "receivedAt",
  m.door, m.topic, m.bytes, m.readings, m.accepted, m.rejected, m.reason`;

type Raw<T> = Omit<T, 'id' | 'receivedAt'> & { readonly id: string; readonly receivedAt: Date };

const present = <T extends MessageRow>(row: Raw<T>): T =>
  ({ ...row, id: Number(row.id), receivedAt: row.receivedAt.getTime() }) as unknown as T;

async function messagesOf(
  trx: Db,
  params: Question,
  page: { readonly current: number; readonly pageSize: number },
  payload: boolean,
): Promise<Raw<MessageDetail>[]> {
  const { rows } = await sql<Raw<MessageDetail>>`
    select ${columns} ${payload ? sql`, m.payload` : sql``}
    from gateway_message m join gateway g on g.id = m.gateway_id
    where ${whereOf(params)} order by m.id desc
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  return rows;
}

/** Raw messages as they came, the newest first. */
export const getMessages = defineRoute({
  method: 'GET',
  path: '/api/communication/message/getlist',
  summary: { zh: '通信报文', en: 'Raw messages' },
  permission,
  params: z.object({ ...paging, ...filters }),
  example: { consumerId: 1001, pageSize: 10 },
  handler: async ({ trx, params }): Promise<Page<MessageRow>> => {
    const page = pageOf(params);
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::integer as total from gateway_message m where ${whereOf(params)}`.execute(trx);
    const list = (await messagesOf(trx, params, page, false)).map((row) => present<MessageRow>(row));
    return { list, pagination: { total: totals[0]?.total ?? 0, ...page } };
  },
});

export const getMessage = defineRoute({
  method: 'GET',
  path: '/api/communication/message/get',
  summary: { zh: '一条通信报文', en: 'One raw message with its payload' },
  permission,
  params: z.object({ id: z.coerce.number().int().min(1) }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<MessageDetail> => {
    const { rows } = await sql<Raw<MessageDetail>>`
      select ${columns}, m.payload from gateway_message m join gateway g on g.id = m.gateway_id
      where m.id = ${params.id}`.execute(trx);
    const [row] = rows;
    if (!row) throw noSuchRow();
    return present<MessageDetail>(row);
  },
});

const reasonText = (reason: string | null, language: Language): string | null =>
  reason !== null && Object.hasOwn(REJECTIONS, reason)
    ? textIn(REJECTIONS[reason as keyof typeof REJECTIONS], language)
    : reason;

export const exportMessages = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/communication/message/exportlist',
  summary: { zh: '导出通信报文', en: 'Export raw messages' },
  permission,
  params: z.object({ ...filters, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params, language }): Promise<Download> => {
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const rows = await messagesOf(trx, params, { current: 1, pageSize: MOST_EXPORTED }, true);
    return {
      fileName: `${say('通信报文', 'messages')}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: say('通信报文', 'Messages'),
        columns: [
          { header: say('收到时间 (UTC)', 'Received (UTC)'), width: 24 },
          { header: say('网关', 'Gateway'), width: 20 },
          { header: say('通道', 'Channel') },
          { header: say('主题', 'Topic'), width: 28 },
          { header: say('字节', 'Bytes') },
          { header: say('读数', 'Readings') },
          { header: say('接收', 'Accepted') },
          { header: say('拒收', 'Rejected') },
          { header: say('原因', 'Reason'), width: 20 },
          { header: say('内容', 'Payload'), width: 80 },
        ],
        rows: rows.map((row) => [
          row.receivedAt.toISOString(),
          row.gatewayName,
          row.door,
          row.topic,
          row.bytes,
          row.readings,
          row.accepted,
          row.rejected,
          reasonText(row.reason, language),
          row.payload,
        ]),
      }),
    };
  },
});
