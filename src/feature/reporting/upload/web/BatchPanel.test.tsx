import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import type { BatchLine } from '../contract.ts';
import { BatchPanel } from './BatchPanel.tsx';
import { headsQuery, recordsQuery } from './calls.ts';
import { texts } from './texts.ts';

const sending: BatchLine = {
  key: '41',
  process: 0.5,
  state: 'sending',
  uploadRecordId: 41,
  counts: { total: 4, acknowledged: 2, refused: 0, unknown: 0, held: 0, skipped: 0 },
  message: null,
  name: '日 2018-07-01 – 2018-07-04',
  trigger: 'hand',
  startedAt: '2018-08-01T02:00:00Z',
  endedAt: null,
  startedBy: '李伟',
};
const ended: BatchLine = {
  ...sending,
  process: 1,
  state: 'done',
  counts: { ...sending.counts, acknowledged: 4 },
};

const STOP = 'uploadRecord/dataUpdateStop';
const HEADS = 'platformInfo/getHeads';
const LIST = 'uploadRecord/searchpage';

/** The batch of a platform as the page asks for it, and the list of batches. */
function Page() {
  useQuery(recordsQuery({ platformId: 1 }));
  const { data } = useQuery(headsQuery(1001, 'A'));
  return <BatchPanel batch={data?.list[0]?.batch ?? null} timeZone="Asia/Shanghai" />;
}

/** Draws a batch that goes on until `end` is called; a stop is answered by `code`. */
async function drawBatch(code = 200) {
  let batch = sending;
  const calls = answerCalls(({ path }) => {
    if (path.includes(STOP)) return { code, message: code === 200 ? '' : '上报已结束', data: {} };
    if (path.includes(HEADS)) return { code: 200, message: '', data: { list: [{ batch }] } };
    return { code: 200, message: '', data: path.includes(LIST) ? { list: [] } : null };
  });
  await drawAt('/', <Page />, {
    language: 'zh',
    phrases: { upload: texts },
    as: { ...session, funCodes: ['yunshui.uploadRecord.send'] },
  });
  await screen.findByText(/50%/);
  const lists = (): number => calls.filter(({ path }) => path.includes(LIST)).length;
  return { calls, lists, end: () => (batch = ended) };
}

/** At once: a notice may be gone before a press that takes its time is over. */
const stop = (): boolean => fireEvent.click(screen.getByRole('button', { name: '停止' }));

test('a batch that is stopped by its key says 取消上传 and reads the list anew', async () => {
  const { calls, lists } = await drawBatch();
  const before = lists();
  stop();
  // As a success, by its title.
  const told = (): (string | null)[] =>
    screen.getAllByRole('status', { hidden: true }).map((one) => one.textContent);
  await waitFor(() => expect(told()).toContainEqual(expect.stringMatching(/成功.*取消上传/)));
  expect(calls.find(({ path }) => path.includes(STOP))?.path).toContain('key=41');
  await waitFor(() => expect(lists()).toBeGreaterThan(before));
});

test('a stop that is refused does not say 取消上传', async () => {
  await drawBatch(409);
  stop();
  await screen.findByText('上报已结束');
  expect(screen.queryByText('取消上传')).toBeNull();
});

test('a batch whose process comes to 1 says 上传成功 and reads the list anew', async () => {
  const { lists, end } = await drawBatch();
  expect(screen.queryByText('上传成功')).toBeNull();
  const before = lists();
  end();
  await screen.findByText('上传成功');
  await waitFor(() => expect(lists()).toBeGreaterThan(before));
});
