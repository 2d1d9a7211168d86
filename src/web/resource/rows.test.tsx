import { expect, test } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { pageQuery } from './rows.ts';
import { answerCalls, sample } from './testBed.tsx';

test('a page of a list asks by dataTable, which is JSON', async () => {
  const page = { list: [{ id: 1, name: 'Mill' }], pagination: { total: 1, current: 2, pageSize: 15 } };
  const calls = answerCalls(() => ({ code: 200, message: '', data: page }));
  const query = {
    current: 2,
    pageSize: 15,
    sorter: { field: 'power', order: 'descend' as const },
    filters: [{ field: 'name', op: 'contains' as const, value: 'M&m' }],
    search: '轧',
  };
  expect(await queryClient.fetchQuery(pageQuery(sample, query))).toEqual(page);
  const { pathname, searchParams } = new URL(calls[0]?.path ?? '', 'http://here');
  expect(pathname).toBe('/api/archive/sample/getdatatable');
  expect(JSON.parse(searchParams.get('dataTable') ?? '')).toEqual(query);
});
