import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmHost } from '#web/ui/Confirm.tsx';
import { NoticeHost } from '#web/ui/NoticeHost.tsx';
import { deleteRows } from './deleteRows.tsx';
import { ResourceForm } from './ResourceForm.tsx';
import { pageQuery } from './rows.ts';
import { answerCalls, closeNotices, draw, sample, type SentCall } from './testBed.tsx';
import { useResourceTexts } from './useResourceTexts.ts';

const row = { id: 7, name: '加热炉', state: 'on', power: 12.5 };
const page = { list: [row], pagination: { total: 1, current: 1, pageSize: 10 } };
const onClose = vi.fn();

/** The list behind, with what deletes its row. */
function List() {
  const t = useResourceTexts();
  useQuery(pageQuery(sample, { current: 1, pageSize: 10, filters: [], search: '', sorter: null }));
  const remove = () =>
    deleteRows(sample, '样例', [{ id: 7, title: '加热炉' }], t).then(
      (gone) => gone && onClose(),
      () => undefined,
    );
  return (
    <button type="button" onClick={() => void remove()}>
      移除
    </button>
  );
}

const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: '保存', hidden: true }));
/** What is done by a person, by the verb of its call. */
const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  add: async () => {
    await userEvent.type(screen.getByLabelText(/名称/), '轧机');
    await save();
  },
  edit: async () => {
    await userEvent.type(screen.getByLabelText(/名称/), '二');
    await save();
  },
  del: async () => {
    await userEvent.click(screen.getByRole('button', { name: '移除' }));
    await userEvent.click(await screen.findByRole('button', { name: '删除', hidden: true }));
  },
};

async function drawList(verb: string, code: number): Promise<SentCall[]> {
  const calls = answerCalls(({ path }) =>
    path.includes('getdatatable')
      ? { code: 200, message: '', data: page }
      : { code, message: code === 200 ? '' : '不允许', data: row },
  );
  const form = (
    <ResourceForm
      resource={sample}
      slots={{}}
      row={verb === 'edit' ? row : null}
      consumerId={null}
      known={{ state: 'on' }}
      onClose={onClose}
    />
  );
  await draw(
    <>
      <List />
      {verb !== 'del' && form}
      <ConfirmHost />
      <NoticeHost />
    </>,
    { language: 'zh' },
  );
  return calls;
}

beforeEach(() => {
  onClose.mockClear();
});
afterEach(() => {
  closeNotices();
  vi.unstubAllGlobals();
});

test.each([
  ['add', '新建成功'],
  ['edit', '修改成功'],
  ['del', '删除成功'],
])('%s that is answered by 200 says %s, closes and fetches the list again', async (verb, said) => {
  const calls = await drawList(verb, 200);
  await ACTS[verb]?.();
  expect(await screen.findByText(said)).toBeInTheDocument();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const sent = calls.findIndex((call) => call.path === `/api/archive/sample/${verb}`);
  expect(sent).toBeGreaterThan(-1);
  await waitFor(() =>
    expect(calls.slice(sent + 1).some((call) => call.path.includes('getdatatable'))).toBe(true),
  );
});

test.each([
  ['add', '新建成功', 500],
  ['edit', '修改成功', 409],
  ['del', '删除成功', 201],
])(
  '%s that is answered by anything else does not say %s and closes nothing: %i',
  async (verb, said, code) => {
    await drawList(verb, code);
    await ACTS[verb]?.();
    expect(await screen.findByText(/不允许/)).toBeInTheDocument();
    expect(screen.queryByText(said)).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  },
);
