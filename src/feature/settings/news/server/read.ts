import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Page } from '#contract/envelope.ts';
import type { Db } from '#server/database/db.ts';
import { dataTableParam as dataTable } from '#server/resource/dataTableParam.ts';
import { defineRoute } from '#server/route.ts';

// Row level security shows an enterprise what is out and meant for it; an operator reads what is out, too.
const OUT = sql`n.state = '1' and coalesce(n.publish_time, '-infinity') <= now()`;

const FIELDS = sql`n.id, n.id as "newsId", shown_name(n.title, n.title_en) as title, n.news_type as "newsType", t.name as "newsTypeName",
  t.name_en as "newsTypeNameEn", n.summary, n.top, n.publish_time as "publishTime", 
  shown_name(n.author_name, account_name_en(n.author_id, n.author_name)) as "authorName"`;

const FROM = sql`news n left join lateral (select d.name, d.name_en from dictionary d
  join dictionary_category c on c.id = d.category_id
  where c.code = 'newsType' and d.code = n.news_type limit 1) t on true`;

/** One of the news without its text. */
interface News {
  readonly id: number;
  readonly newsId: number;
  readonly title: string;
  readonly newsType: string;
  readonly newsTypeName: string | null;
  readonly newsTypeNameEn: string | null;
  readonly summary: string | null;
  readonly top: boolean;
  readonly publishTime: Date | null;
  readonly authorName: string | null;
}

async function pageOfNews(
  trx: Db,
  where: RawBuilder<unknown>,
  page: { readonly current: number; readonly pageSize: number },
): Promise<Page<News>> {
  const { rows } = await sql<News>`select ${FIELDS} from ${FROM} where ${OUT} and ${where}
    order by n.top desc, n.publish_time desc, n.id desc
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from news n where ${OUT} and ${where}`.execute(trx);
  return { list: rows, pagination: { total: counts[0]?.total ?? 0, ...page } };
}

const ofType = (type: string | undefined) => (type === undefined ? sql`true` : sql`n.news_type = ${type}`);
const holding = (words: string | undefined) => {
  if (words === undefined || words.trim() === '') return sql`true`;
  const like = `%${words.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return sql`(n.title ilike ${like} or n.title_en ilike ${like} or n.summary ilike ${like} or n._initials ilike ${like})`;
};
const word = z.string().max(40).optional();

/** The news that the caller may read, pinned ones first, then the newest. */
export const getByNewsType = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userNews/getByNewsType',
  summary: { zh: '新闻列表', en: 'News of a kind' },
  permission: null,
  why: 'scope',
  params: z.object({ newsType: word, search: z.string().max(100).optional(), ...paging }),
  example: {},
  handler: ({ trx, params }) =>
    pageOfNews(trx, sql`${ofType(params.newsType)} and ${holding(params.search)}`, pageOf(params)),
});

export const getNewsDataTableByCode = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userNews/getNewsDataTableByCode',
  summary: { zh: '新闻表格', en: 'Table of news' },
  permission: null,
  why: 'scope',
  params: z.object({ code: word, dataTable }),
  example: { code: 'notice' },
  handler: ({ trx, params: { code, dataTable: table } }) =>
    pageOfNews(trx, sql`${ofType(code)} and ${holding(table.search)}`, {
      current: table.current,
      pageSize: table.pageSize,
    }),
});

/** The newest news, for the start. */
export const getNew = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userNews/getNew',
  summary: { zh: '最新新闻', en: 'Latest news' },
  permission: null,
  why: 'scope',
  params: z.object({ limit: z.coerce.number().int().min(1).max(50).default(5) }),
  example: { limit: 5 },
  handler: async ({ trx, params }) => {
    const { rows } = await sql<News>`select ${FIELDS} from ${FROM} where ${OUT}
      order by n.publish_time desc, n.id desc limit ${params.limit}`.execute(trx);
    return rows;
  },
});

interface Whole extends News {
  /** HTML of a few tags. */
  readonly info: string | null;
  readonly fileIds: number[] | null;
}

async function findNews(trx: Db, newsId: number): Promise<Whole> {
  const { rows } = await sql<Whole>`select ${FIELDS}, n.info, n.file_id_list as "fileIds"
    from ${FROM} where ${OUT} and n.id = ${newsId}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

/** One of the news with its text and the names of its attachments. */
export const getDetail = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userNews/get',
  summary: { zh: '阅读新闻', en: 'One of the news' },
  permission: null,
  why: 'scope',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, services }) => {
    const { fileIds, ...row } = await findNews(trx, params.id);
    // Attachments are the platform's: whoever may read the news may read them.
    const { rows: files } = await sql<{
      id: number;
      fileName: string;
      mimeType: string | null;
      /** Bytes. */
      size: number | null;
    }>`select id, file_name as "fileName", mime_type as "mimeType", size
      from file_record where id = any (${fileIds ?? []}::integer[]) order by id`.execute(services.system);
    return { ...row, files };
  },
});

export const downloadAttachment = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/hxyUser/userNews/download',
  summary: { zh: '下载新闻附件', en: 'Download an attachment of news' },
  permission: null,
  why: 'scope',
  params: z.object({ id: id(), fileId: id() }),
  example: { id: 1, fileId: 1 },
  handler: async ({ trx, params, services }) => {
    const { fileIds } = await findNews(trx, params.id);
    if (!fileIds?.includes(params.fileId)) throw noSuchRow();
    const { rows } = await sql<{ fileName: string; mimeType: string; sha256: string }>`
      select file_name as "fileName", mime_type as "mimeType", sha256 from file_record
      where id = ${params.fileId}`.execute(services.system);
    const file = rows[0];
    if (!file) throw noSuchRow();
    return { fileName: file.fileName, mimeType: file.mimeType, body: services.files.open(file.sha256) };
  },
});
