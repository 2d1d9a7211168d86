import { expect, test } from 'vitest';
import { reporting } from '#menu/reporting.ts';
import { upload } from './index.ts';

const pages = (group: string): string[] =>
  upload.routes.flatMap(({ path }) => (path.startsWith(`/${group}/`) ? [path.slice(group.length + 2)] : []));
const listed = (node: { url?: string; children?: readonly object[] }): string[] => [
  ...(node.url === undefined ? [] : [node.url]),
  ...(node.children ?? []).flatMap(listed),
];

test('HunanDataUpload is the provincial variant of the pages of reporting', () => {
  expect(pages('HunanDataUpload').toSorted()).toEqual([
    'SDNBasicInfoUpload',
    'SDNDataUploadManager',
    'SDNDataUploadRecord',
    'SDNDataUploadRecordDetail',
    'SDNMetricalConfig',
  ]);
  // All of them stand in the national group too, but for the archive that only provinces take.
  const national = pages('SDNDataUpload');
  expect(pages('HunanDataUpload').filter((page) => !national.includes(page))).toEqual(['SDNBasicInfoUpload']);
});

test('every page of both groups but the figures of a batch has its place in the menu', () => {
  const menu = listed(reporting);
  const missing = upload.routes.filter(({ path, parent }) => parent === undefined && !menu.includes(path));
  expect(missing).toEqual([]);
});
