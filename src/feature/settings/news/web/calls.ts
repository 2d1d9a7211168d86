import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, post, saveFile, upload } from '#web/api.ts';
import type { Params } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';

/** One of the news in a list. */
export interface NewsItem {
  readonly id: number;
  readonly title: string;
  readonly newsType: string;
  readonly newsTypeName: string | null;
  readonly newsTypeNameEn: string | null;
  readonly summary: string | null;
  readonly top: boolean;
  readonly publishTime: string | null;
  readonly authorName: string | null;
}

/** An attachment. */
interface NewsFile {
  readonly id: number;
  readonly fileName: string;
  readonly size: number;
}

/** One of the news as it is read. */
export interface NewsText extends NewsItem {
  readonly info: string;
  readonly files: readonly NewsFile[];
}

/** How many stand on a page. */
export const PAGE = 10;

export const newsQuery = (newsType: string, search: string, page: number) =>
  queryOptions({
    queryKey: ['hxyUser', 'userNews', newsType, search, page],
    queryFn: ({ signal }) =>
      get<Page<NewsItem>>(
        'hxyUser/userNews/getByNewsType',
        { newsType, search, pageNo: page, pageSize: PAGE },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  });

export const newsTextQuery = (id: number) =>
  queryOptions({
    queryKey: ['hxyUser', 'userNews', 'get', id],
    queryFn: ({ signal }) => get<NewsText>('hxyUser/userNews/get', { id }, { quiet: true, signal }),
  });

/** Saves an attachment. */
export const saveAttachment = (id: number, fileId: number): Promise<boolean> =>
  saveFile('hxyUser/userNews/download', { id, fileId });

/** Files on record, by id, for the editor. */
export const filesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['sys', 'fileRecord', 'rows', ids],
    queryFn: async ({ signal }) => {
      const filters = [{ field: 'id', op: 'in', value: [...ids] }];
      const page = await get<Page<NewsFile>>(
        'sys/fileRecord/getdatatable',
        { dataTable: JSON.stringify({ current: 1, pageSize: 100, filters }) },
        { quiet: true, signal },
      );
      return page.list;
    },
    placeholderData: keepPreviousData,
  });

/** Saves news with the files that are new; of a row that is there the values that differ. Answers the row. */
export function saveNews(id: number | null, values: Params, files: readonly File[]): Promise<ResourceRow> {
  const params = id === null ? values : { ...values, id };
  const path = `service/news/${id === null ? 'add' : files.length > 0 ? 'edit' : 'editNoFiles'}`;
  if (files.length === 0) return post<ResourceRow>(path, params, { quiet: true });
  // What was emptied is sent too: an upload leaves out what is null.
  const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '']));
  return upload<ResourceRow>(path, { ...given, upFile: files }, { quiet: true });
}
