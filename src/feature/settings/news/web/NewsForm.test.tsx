import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt, type SentCall, session, takeUploads } from '#web/resource/testBed.tsx';
import EditNewsPage from './EditNewsPage.tsx';
import { NewsForm } from './NewsForm.tsx';
import { texts } from './texts.ts';

const row = {
  id: 7,
  title: 'Maintenance',
  titleEn: null,
  newsType: 'notice',
  state: '1',
  publishTime: '2026-03-05T06:30:00.000Z',
  consumerIdList: null,
  top: false,
  summary: 'On Sunday',
  info: '<p>Meters rest.</p>',
  fileIdList: null,
  remark: null,
};
const writing = {
  phrases: { news: texts },
  as: { ...session, funCodes: ['service.news.add', 'service.news.edit'] },
};
const AT = '/SDNOperationAdmin/SDNEditNews?id=7';
const title = () => screen.getByLabelText(/Title/);
const isSave = ({ path }: SentCall): boolean => /service\/news\/(add|edit)/.test(path);

/** Answers what the page asks; what is saved waits for the function that is answered. */
function hold(): { readonly calls: SentCall[]; readonly answer: (envelope: object) => void } {
  let answer: (envelope: object) => void = () => {};
  const saved = new Promise<object>((resolve) => (answer = resolve));
  const calls = answerCalls((call) => {
    const data = call.path.includes('getUserInfo') ? writing.as : [];
    return isSave(call) ? saved : { code: 200, message: '', data };
  });
  return { calls, answer: (envelope) => answer(envelope) };
}

test('an edit sends what was changed alone, with what was seen of it', async () => {
  const { calls } = hold();
  await drawAt(AT, <NewsForm row={row} onAdded={vi.fn()} />, writing);
  await userEvent.type(title(), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.some(isSave)).toBe(true));
  expect(calls.find(isSave)).toEqual({
    path: '/api/service/news/editNoFiles',
    params: { id: '7', title: 'Maintenance 2', expected: JSON.stringify({ title: 'Maintenance' }) },
  });
});

test('what is written while it is saved stays, and goes along with the next save', async () => {
  const { calls, answer } = hold();
  await drawAt(AT, <NewsForm row={row} onAdded={vi.fn()} />, writing);
  await userEvent.type(title(), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(title(), ' and 3');
  answer({ code: 200, message: '', data: { ...row, title: 'Maintenance 2' } });
  expect(await screen.findByText('Published')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  expect(title()).toHaveValue('Maintenance 2 and 3');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.filter(isSave)).toHaveLength(2));
  expect(calls.findLast(isSave)?.params).toMatchObject({
    title: 'Maintenance 2 and 3',
    expected: JSON.stringify({ title: 'Maintenance 2' }),
  });
});

test('what is written while the first save of new ones is under way stays in their form', async () => {
  const { calls, answer } = hold();
  const router = await drawAt('/', <EditNewsPage />, writing);
  await userEvent.type(title(), 'Maintenance');
  const text = await screen.findByRole('textbox', { name: 'Text' });
  const { editor } = text as HTMLElement & { editor: { commands: { setContent(html: string): boolean } } };
  act(() => void editor.commands.setContent('<p>Meters rest.</p>'));
  await userEvent.click(screen.getByRole('button', { name: 'Save as draft' }));
  await waitFor(() => expect(calls.some(isSave)).toBe(true));
  await userEvent.type(title(), ' on Sunday');
  answer({ code: 200, message: '', data: { ...row, state: '0' } });
  await waitFor(() => expect(router.state.location.search).toEqual({ id: 7 }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save as draft' })).toBeEnabled());
  expect(title()).toHaveValue('Maintenance on Sunday');
});

test('what was emptied is sent along with an attachment, what was not touched is not', async () => {
  hold();
  const uploads = takeUploads();
  await drawAt(AT, <NewsForm row={row} onAdded={vi.fn()} />, writing);
  await userEvent.clear(screen.getByLabelText(/Summary/));
  const plan = new File(['the plan'], 'plan.txt', { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText('Add attachments'), { target: { files: [plan] } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  const names = [...(uploads[0]?.form.keys() ?? [])].toSorted();
  expect(names).toEqual(['expected', 'id', 'summary', 'upFile']);
  expect(uploads[0]?.form.get('summary')).toBe('');
});

test('whoever leads elsewhere while something is unsaved is asked first', async () => {
  hold();
  const router = await drawAt(AT, <NewsForm row={row} onAdded={vi.fn()} />, writing);
  await userEvent.type(title(), ' 2');
  void router.navigate({ to: '/elsewhere' as never });
  const question = (await screen.findByText('Leave unsaved changes')).closest('dialog') as HTMLElement;
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel', hidden: true }));
  expect(router.state.location.pathname).toBe('/SDNOperationAdmin/SDNEditNews');
  expect(title()).toHaveValue('Maintenance 2');
});
