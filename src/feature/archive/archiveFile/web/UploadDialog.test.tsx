import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, closeNotices, draw, takeUploads, type SentUpload } from '#web/resource/testBed.tsx';
import { NoticeHost } from '#web/ui/NoticeHost.tsx';
import { texts } from './texts.ts';
import { UploadDialog } from './UploadDialog.tsx';

let uploads: SentUpload[];
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  uploads = takeUploads();
  answerCalls(() => ({ code: 200, message: '', data: null }));
});
afterEach(() => {
  closeNotices();
  vi.unstubAllGlobals();
});

async function send(): Promise<SentUpload | undefined> {
  await draw(
    <>
      <UploadDialog orgId={1001} type="31" onClose={onClose} />
      <NoticeHost />
    </>,
    { language: 'zh', phrases: { archiveFile: texts } },
  );
  const file = new File(['%PDF-'], 'flow.pdf', { type: 'application/pdf' });
  await userEvent.upload(document.querySelector('input[type="file"]') as HTMLInputElement, file);
  await userEvent.click(screen.getByRole('button', { name: '上传', hidden: true }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  return uploads[0];
}

test('a file of a tab goes to add with upFile, orgId and its type; done is said', async () => {
  const sent = await send();
  expect(sent?.path).toBe('/api/yunshui/checkplanCheckfile/add');
  expect(sent?.form.get('upFile')).toMatchObject({ name: 'flow.pdf' });
  expect([sent?.form.get('orgId'), sent?.form.get('type')]).toEqual(['1001', '31']);
  sent?.answer({ code: 200, message: '', data: { id: 1 } });
  expect(await screen.findByText('上传成功')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a file that is refused leaves the dialog open with the reason', async () => {
  (await send())?.answer({ code: 400, message: '不是 PDF', data: null });
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent('不是 PDF');
  expect(screen.queryByText('上传成功')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
