import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Action, funCodeOf } from '#contract/permission.ts';
import { ResourcePage } from './ResourcePage.tsx';
import {
  answerCalls,
  closeNotices,
  drawAt,
  sample,
  type SentCall,
  session,
  takeUploads,
} from './testBed.tsx';

// Answers that come after their dialog was closed, when another one is open.

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const rows = ['加热炉', '轧机'].map((name, i) => ({ id: i + 7, name, state: 'on', power: 12.5 }));
const page = { list: rows, pagination: { total: rows.length, current: 1, pageSize: 10 } };
const RESULT = { counts: { new: 2, changed: 1, same: 0, faulty: 0 }, rows: [], faultFileId: null };
const ACTIONS: readonly Action[] = ['view', 'add', 'edit', 'import'];
const person = { ...session, funCodes: ACTIONS.map((action) => funCodeOf(sample, action)) };

let calls: SentCall[];
/** How the task that reads the file stands. */
let task: object;
/** What the first edit is answered, once it is. */
let answerEdit: (envelope: object) => void;

beforeEach(() => {
  task = { state: 'running', result: null };
  const edited = new Promise<object>((resolve) => (answerEdit = resolve));
  calls = answerCalls(({ path }) => {
    if (path.endsWith('sample/edit')) return edited;
    if (path.includes('task/getlist')) return ok({ list: [] });
    if (path.includes('task/get'))
      return ok({ id: 9, kind: 'import', label: '', progress: 0.12, message: null, createdAt: '', ...task });
    return ok(path.includes('importRun') ? { ...page, list: [] } : page);
  });
});
afterEach(() => {
  closeNotices();
  vi.unstubAllGlobals();
});

const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));
const form = () => within(screen.getByRole('dialog', { hidden: true }));
const name = () => form().getByLabelText(/名称/);
const drawList = () =>
  drawAt('/', <ResourcePage resource={sample} slots={{}} />, { language: 'zh', as: person });

/** Opens the import, chooses a file; tells what is sent. */
async function chooseFile() {
  const uploads = takeUploads();
  await drawList();
  await press('导入');
  const input = () => document.querySelector<HTMLInputElement>('input[type="file"]');
  await waitFor(() => expect(input()).not.toBeNull());
  await userEvent.upload(
    input() as HTMLInputElement,
    new File(['Name\nMill\n'], 'mills.csv', { type: 'text/csv' }),
  );
  await waitFor(() => expect(uploads).toHaveLength(1));
  return uploads;
}

test('an import that ends behind a form leaves it as it is', async () => {
  const uploads = await chooseFile();
  uploads[0]?.answer(ok(RESULT));
  await press('写入 3 行');
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.answer(ok({ taskId: 9 }));
  expect(await screen.findByText(/关闭窗口不影响/)).toBeInTheDocument();
  await press('取消');
  await press('新建');
  await userEvent.type(name(), '新炉');
  task = { state: 'done', result: RESULT };
  expect(await screen.findByText('导入成功：新增 2 行，变更 1 行')).toBeInTheDocument();
  expect(name()).toHaveValue('新炉');
});

test('a check that is closed is given up, as it says', async () => {
  const uploads = await chooseFile();
  uploads[0]?.answer(ok({ taskId: 9 }));
  expect(await screen.findByText(/关闭窗口即放弃检查/)).toBeInTheDocument();
  await press('取消');
  const stop = () => calls.find(({ path }) => path.endsWith('task/stop'));
  await waitFor(() => expect(stop()?.params).toEqual({ id: '9' }));
  task = { state: 'stopped', result: null };
});

/** Saves the first row, closes its form while that is under way, and begins another. */
async function goOnWhileSaving(): Promise<void> {
  await drawList();
  await press(/编辑.*加热炉/);
  await userEvent.type(name(), '二');
  await press('保存');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('sample/edit'))).toBe(true));
  await press('取消');
  await press('放弃修改');
  await press(/编辑.*轧机/);
  await userEvent.type(name(), '三');
}

test('a form that was saved late leaves the next one as it is', async () => {
  await goOnWhileSaving();
  answerEdit(ok({ ...rows[0], name: '加热炉二' }));
  expect(await screen.findByText('修改成功')).toBeInTheDocument();
  expect(name()).toHaveValue('轧机三');
});

test('the refusal of a form that was closed is said as a notice', async () => {
  await goOnWhileSaving();
  answerEdit({ code: 409, message: '名称已存在：加热炉二', data: null, field: 'name' });
  expect(await screen.findByText('名称已存在：加热炉二')).toBeInTheDocument();
  expect(form().queryByRole('alert', { hidden: true })).toBeNull();
  expect(name()).toHaveValue('轧机三');
});
