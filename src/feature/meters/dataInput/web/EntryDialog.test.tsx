import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import type { InputMeter } from './calls.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { texts } from './texts.ts';

const meter: InputMeter = { id: 12, code: 'E-100', name: '进线', dataType: '1', zone: 'Asia/Shanghai', unit: 'kWh' } as never; // prettier-ignore
const box = (name: string) => document.querySelector<HTMLInputElement>(`#dataEntry_${name}`) as HTMLElement;
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));
const onClose = vi.fn();

async function drawEntry(): Promise<void> {
  onClose.mockClear();
  await drawAt('/', <EntryDialog consumerId={1001} meters={[meter]} onClose={onClose} />, {
    language: 'zh',
    phrases: { dataInput: texts },
  });
  await waitFor(() => expect(box('value')).not.toBeNull());
}

test('a value that is typed is not thrown away by Esc', async () => {
  await drawEntry();
  await userEvent.type(box('value'), '12.5');
  fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('cancel', { cancelable: true }));
  await press('取消');
  expect(onClose).not.toHaveBeenCalled();
  expect(box('value')).toHaveValue('12.5');
});

test('what is typed while a value is saved stays for the next', async () => {
  const held: (() => void)[] = [];
  answerCalls(
    () =>
      new Promise<object>((resolve) => {
        held.push(() => resolve({ code: 200, message: '', data: {} }));
      }),
  );
  await drawEntry();
  await userEvent.click(box('time'));
  await userEvent.type(box('time'), '2024-03-01 08:00{Enter}');
  await userEvent.type(box('value'), '12.5');
  await press('保存');
  await waitFor(() => expect(held).toHaveLength(1));
  await userEvent.type(box('remark'), '抄表');
  held[0]?.();
  await waitFor(() => expect(box('value')).toHaveValue(''));
  expect(box('remark')).toHaveValue('抄表');
});
