import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ShownZone } from '#web/session/zone.ts';
import { ConfirmHost } from '#web/ui/Confirm.tsx';
import { NoticeHost } from '#web/ui/NoticeHost.tsx';
import { ImportRuns } from './ImportRuns.tsx';
import { answerCalls, closeNotices, draw, sample } from './testBed.tsx';

const run = {
  id: 3,
  fileName: 'mills.csv',
  userName: 'wang',
  state: 'written',
  counts: { new: 1200, changed: 0, same: 0, faulty: 0 },
  at: '2026-03-05T06:30:00.000Z',
};
const task = { id: 9, kind: 'resource.undoImport', label: '撤销导入', progress: 0, result: null };
const refusal = '“轧机”在导入后又被修改或删除，无法撤销';

afterEach(() => {
  closeNotices();
  vi.unstubAllGlobals();
});

/** The list of imports, whose undo is a task that ends so. */
async function drawRuns(end: object): Promise<void> {
  const replies: readonly (readonly [string, object])[] = [
    ['importRun/getpage', { list: [run], pagination: { total: 1, current: 1, pageSize: 5 } }],
    ['importRun/undo', { taskId: task.id }],
    ['task/getlist', { list: [] }],
    ['task/get', { ...task, ...end }],
  ];
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: replies.find(([call]) => path.includes(call))?.[1] ?? null,
  }));
  const page = (
    <ShownZone value="America/New_York">
      <ImportRuns resource={sample} />
      <ConfirmHost />
      <NoticeHost />
    </ShownZone>
  );
  await draw(page, { language: 'zh' });
}

async function undo(end: object): Promise<void> {
  await drawRuns(end);
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
  const question = await screen.findByRole('alertdialog', { hidden: true });
  await userEvent.click(within(question).getByRole('button', { name: '撤销', hidden: true }));
}

test('an undo whose task is refused says why', async () => {
  await undo({ state: 'failed', message: refusal });
  expect(await screen.findByText(refusal)).toBeInTheDocument();
  expect(screen.queryByText('已撤销')).toBeNull();
});

test('an undo whose task is done says so', async () => {
  await undo({ state: 'done', message: null, result: { undone: 1200 } });
  expect(await screen.findByText('已撤销')).toBeInTheDocument();
});

test('an import is told at its time in the zone that is shown here', async () => {
  await drawRuns({});
  expect(await screen.findByText('2026-03-05 01:30')).toBeInTheDocument();
});
