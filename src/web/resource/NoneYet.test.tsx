import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chargePile } from '#resource/archive/chargePile.ts';
import { chargeTag } from '#resource/archive/chargeTag.ts';
import { NoneYet } from './NoneYet.tsx';
import { ResourcePage } from './ResourcePage.tsx';
import { answerCalls, drawAt, session } from './testBed.tsx';

const VIEW = ['archive.chargeTag.view', 'archive.chargePile.view'];
const nobody = { list: [], pagination: { total: 0, current: 1, pageSize: 20 } };

test('one sentence, and the way to the form for whoever may add; others read who does', async () => {
  await drawAt('/', <NoneYet why="No charger is entered yet" enter={[chargePile]} />);
  expect(await screen.findByText('No charger is entered yet')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(/administrator of the enterprise enters it/)).toBeVisible();
});

test('a list whose beginning is missing is that sentence alone, without head and filters', async () => {
  answerCalls(() => ({ code: 200, message: '', data: nobody }));
  const may = { ...session, funCodes: [...VIEW, 'archive.chargePile.add', 'archive.chargeTag.add'] };
  await drawAt('/', <ResourcePage resource={chargeTag} slots={{}} />, { as: may });
  const link = await screen.findByRole('link', { name: 'Add · Chargers' });
  expect(link.getAttribute('href')).toContain('do=add');
  expect(screen.getByText(/None of “Chargers” is entered yet/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
});

test('once there is a charger the list of tags is shown, without filters while it is empty', async () => {
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('chargePile')
      ? { list: [{ id: 1 }], pagination: { total: 1, current: 1, pageSize: 1 } }
      : nobody,
  }));
  await drawAt('/', <ResourcePage resource={chargeTag} slots={{}} />, { as: { ...session, funCodes: VIEW } });
  expect(await screen.findByText('No data yet')).toBeVisible();
  expect(screen.getByRole('table')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /^Filter by/ })).toBeNull();
});
