import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { MaySee } from './MaySee.tsx';
import { texts } from './texts.ts';

const TREE = [
  { id: 1, name: 'Works', code: 'W', kind: 'consumer', children: [{ id: 2, name: 'Melt shop', code: 'M', kind: 'site' }] },
]; // prettier-ignore

async function show(limited: boolean) {
  answerCalls(() => ({ code: 200, message: '', data: TREE }));
  const props = { id: 'see', value: null, onChange: () => {}, consumerId: 1, label: 'May see' };
  await drawAt('/', <MaySee {...(props as unknown as InputProps)} />, {
    phrases: { account: texts },
    as: { ...session, limited },
  });
  expect(await screen.findByText('Melt shop')).toBeInTheDocument();
}

test('who sees all may give all', async () => {
  await show(false);
  expect(screen.getByRole('checkbox', { name: /^All/ })).toBeChecked();
});

test('who sees some sites alone is not offered all, which would be refused', async () => {
  await show(true);
  expect(screen.queryByRole('checkbox', { name: /^All/ })).toBeNull();
});
