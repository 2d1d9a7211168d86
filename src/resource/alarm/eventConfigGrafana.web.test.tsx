import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deleteRows } from '#web/resource/deleteRows.tsx';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { pageQuery } from '#web/resource/rows.ts';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { eventConfigGrafana } from './eventConfigGrafana.ts';

const AREA = '/api/alarm/eventConfigGrafana';
const row = {
  id: 7,
  eventName: '进线电流高',
  eventIdentifier: 'current-high',
  consumerId: 1001,
  siteId: null,
  primaryDeviceId: [3, 4],
  secondaryDeviceId: null,
  alarmLevel: '2',
  enable: '1',
};
const known = {
  eventName: '炉温高',
  eventIdentifier: 'furnace-hot',
  primaryDeviceId: [3, 4],
  secondaryDeviceId: [8, 9, 12],
};

/** The list behind, with what deletes its row. */
function List() {
  const t = useResourceTexts();
  useQuery(
    pageQuery(eventConfigGrafana, { current: 1, pageSize: 10, filters: [], search: '', sorter: null }),
  );
  const remove = (): void =>
    void deleteRows(eventConfigGrafana, '事件', [{ id: 7, title: '进线电流高' }], t).catch(() => {});
  return (
    <button type="button" onClick={remove}>
      移除
    </button>
  );
}

/** Draws the list, and the form of `verb` over it; what is changed is answered by `code`. */
async function drawList(verb: string, code: number): Promise<SentCall[]> {
  const calls = answerCalls(({ path }) => {
    if (path.endsWith(`/${verb}`)) return { code, message: code === 200 ? '' : '不允许', data: row };
    if (path.includes('getUserInfo')) return { code: 200, message: '', data: session };
    const pagination = { total: 0, current: 1, pageSize: 10 };
    return { code: 200, message: '', data: { list: [], pagination } };
  });
  const form = (
    <ResourceForm
      resource={eventConfigGrafana}
      slots={{}}
      row={verb === 'edit' ? row : null}
      consumerId={1001}
      known={known}
      onClose={vi.fn()}
    />
  );
  await drawAt(
    '/',
    <>
      <List />
      {verb !== 'del' && form}
    </>,
    { language: 'zh' },
  );
  await waitFor(() => expect(calls.some(isList)).toBe(true));
  return calls;
}

const isList = ({ path }: SentCall): boolean => path.startsWith(`${AREA}/getdatatable`);
const sentOf = (calls: readonly SentCall[], verb: string): number =>
  calls.findIndex(({ path }) => path === `${AREA}/${verb}`);
/** At once: a notice may be gone before a press that takes its time is over. */
const press = (button: HTMLElement): boolean => fireEvent.click(button);
const save = (): boolean => press(screen.getByRole('button', { name: '保存', hidden: true }));

/** What a person does, by the verb of its call. */
const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  add: async () => void save(),
  edit: async () => {
    await userEvent.type(screen.getByLabelText(/事件名称/), '二');
    save();
  },
  del: async () => {
    await userEvent.click(screen.getByRole('button', { name: '移除' }));
    press(await screen.findByRole('button', { name: '删除', hidden: true }));
  },
};

test.each(['add', 'edit', 'del'])('%s of an alarm of a dashboard refreshes the list at 200', async (verb) => {
  const calls = await drawList(verb, 200);
  await ACTS[verb]?.();
  await waitFor(() => expect(sentOf(calls, verb)).toBeGreaterThan(-1));
  await waitFor(() => expect(calls.slice(sentOf(calls, verb) + 1).some(isList)).toBe(true));
});

test.each([
  ['add', 409],
  ['edit', 500],
  ['del', 201],
])('%s of an alarm of a dashboard leaves the list alone at any other code: %i', async (verb, code) => {
  const calls = await drawList(verb, code);
  await ACTS[verb]?.();
  await screen.findByText(/不允许/);
  expect(sentOf(calls, verb)).toBeGreaterThan(-1);
  expect(calls.slice(sentOf(calls, verb) + 1).some(isList)).toBe(false);
});

test('an alarm of a dashboard that is added sends the ids of its devices joined by commas', async () => {
  const calls = await drawList('add', 200);
  save();
  await waitFor(() => expect(sentOf(calls, 'add')).toBeGreaterThan(-1));
  expect(calls[sentOf(calls, 'add')]?.params).toMatchObject({
    primaryDeviceId: '3,4',
    secondaryDeviceId: '8,9,12',
  });
});
