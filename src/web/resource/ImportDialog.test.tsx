import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoticeHost } from '#web/ui/NoticeHost.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { pageQuery } from './rows.ts';
import {
  answerCalls,
  closeNotices,
  draw,
  sample,
  takeUploads,
  type SentCall,
  type SentUpload,
} from './testBed.tsx';

const RESULT = {
  counts: { new: 2, changed: 1, same: 0, faulty: 0 },
  rows: [
    { row: 2, verdict: 'new', changes: {}, faults: [] },
    { row: 3, verdict: 'new', changes: {}, faults: [] },
  ],
  faultFileId: null,
};
const ok = (data: object): object => ({ code: 200, message: '', data });

/** The list behind the dialog. */
function List() {
  useQuery(pageQuery(sample, { current: 1, pageSize: 10, filters: [], search: '', sorter: null }));
  return null;
}

let uploads: SentUpload[];
let calls: SentCall[];
const onClose = vi.fn();
const reloads = (): number => calls.filter((call) => call.path.includes('getdatatable')).length;

beforeEach(() => {
  onClose.mockClear();
  uploads = takeUploads();
  calls = answerCalls(() => ok({ list: [], pagination: { total: 0, current: 1, pageSize: 10 } }));
});
afterEach(() => {
  closeNotices();
  vi.unstubAllGlobals();
});

/** Opens the dialog, chooses a file and lets it be tried. */
async function tryFile(): Promise<File> {
  const file = new File(['Name\nMill\n'], 'mills.csv', { type: 'text/csv' });
  await draw(
    <>
      <List />
      <ImportDialog resource={sample} consumerId={1001} onClose={onClose} />
      <NoticeHost />
    </>,
    { language: 'zh' },
  );
  await userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, file);
  await waitFor(() => expect(uploads).toHaveLength(1));
  // It is being sent: nothing can be written meanwhile.
  expect(document.querySelector('output')).toHaveTextContent('正在上传');
  expect(screen.getByRole('button', { name: '写入', hidden: true })).toBeDisabled();
  uploads[0]?.answer(ok(RESULT));
  await userEvent.click(await screen.findByRole('button', { name: '写入 3 行', hidden: true }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(screen.getByRole('button', { name: '正在写入', hidden: true })).toBeDisabled();
  return file;
}

test('an import that succeeds says so, closes and fetches the list again', async () => {
  const file = await tryFile();
  const [dry, real] = uploads;
  expect([dry, real].map((one) => one?.form.get('dryRun'))).toEqual(['1', '0']);
  expect(real).toMatchObject({ path: '/api/archive/sample/importFile' });
  expect(real?.form.get('upFile')).toMatchObject({ name: file.name });
  expect(real?.form.get('orgId')).toBe('1001');
  const before = reloads();
  expect(onClose).not.toHaveBeenCalled();
  real?.answer(ok(RESULT));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText('导入成功：新增 2 行，变更 1 行')).toBeInTheDocument();
  await waitFor(() => expect(reloads()).toBeGreaterThan(before));
});

test('an import that fails ends the sending alone; the dialog stays with the reason', async () => {
  await tryFile();
  const before = reloads();
  uploads[1]?.answer({ code: 500, message: '磁盘已满', data: null });
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent('磁盘已满');
  expect(screen.getByRole('button', { name: '写入 3 行', hidden: true })).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
  expect(reloads()).toBe(before);
});
