import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import { ammeter } from './ammeter.ts';
import { slots } from './ammeter.web.tsx';

const ok = { code: 200, message: 'ok', data: { id: 8, list: [] } };
const row = { id: 7, ammeterName: 'Main', ammeterCode: 'E-1', consumerId: 1, siteId: 2, deviceType: '4', dataType: '1', intervalSeconds: 900, gapShape: '1', demandSlip: '1', state: '1' }; // prettier-ignore

const choose = async (label: RegExp, option: string): Promise<void> => {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.click(await screen.findByTitle(option));
};
const energies = async (): Promise<(string | null)[]> => {
  await userEvent.click(screen.getByLabelText(/^\*?Energy type/));
  const list = await waitFor(() => {
    const open = document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    if (!(open instanceof HTMLElement)) throw new Error('no list is open');
    return open;
  });
  const reported = within(list)
    .getAllByTitle(/./)
    .map((option) => option.getAttribute('title'));
  await userEvent.keyboard('{Escape}');
  return reported;
};

test('a form offers the energies of the meter type, and the energy follows a type that cannot measure it', async () => {
  const calls = answerCalls(() => ok);
  await draw(<ResourceForm resource={ammeter} slots={slots} row={row} consumerId={1} onClose={cleanup} />);
  expect(await energies()).toEqual(['Electricity']);
  await choose(/^\*?Meter type/, 'Water meter');
  expect(await energies()).toEqual(['Water', 'Reclaimed water']);
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/edit'))).toBe(true));
  const sent = calls.find(({ path }) => path.endsWith('/edit'));
  expect(sent?.params).toMatchObject({ deviceType: '6', dataType: '2' });
}, 60_000);

test('a communication manager is sent without an energy', async () => {
  const calls = answerCalls(() => ok);
  await draw(<ResourceForm resource={ammeter} slots={slots} row={row} consumerId={1} onClose={cleanup} />);
  await choose(/^\*?Meter type/, 'Communication manager');
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/edit'))).toBe(true));
  expect(calls.find(({ path }) => path.endsWith('/edit'))?.params).toMatchObject({ deviceType: '3', dataType: '' }); // prettier-ignore
}, 60_000);

test('an energy that a meter has from before the rule stays among its choices', async () => {
  answerCalls(() => ok);
  const old = { ...row, dataType: '17' };
  await draw(<ResourceForm resource={ammeter} slots={slots} row={old} consumerId={1} onClose={cleanup} />);
  expect(await energies()).toEqual(['Electricity', 'Thermal power']);
}, 60_000);
