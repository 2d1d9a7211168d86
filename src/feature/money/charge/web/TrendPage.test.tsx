import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { texts as viewTexts } from '#feature/house/savedView/web/texts.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { texts } from './texts.ts';
import TrendPage from './TrendPage.tsx';

const CONSUMER = {
  orgId: 1001,
  orgName: 'Works',
  orgCode: 'works',
  groupId: null,
  groupName: null,
  ammeterId: null,
  timeZone: 'Asia/Shanghai',
  imgPath: null,
  areaFullName: null,
};
const meter = (key: string, name: string, parent: string | null) => ({ key, name, code: key, parent });
const TREE = [
  meter('o1001', 'Works', null),
  meter('m1', 'Incomer', 'o1001'),
  meter('m2', 'Melt shop', 'm1'),
  meter('m3', 'Furnace', 'm2'),
];
const source = (ammeterId: number) => ({
  orgId: 1001,
  ammeterId,
  ammeterCode: `E-${ammeterId}`,
  ammeterName: `Meter ${ammeterId}`,
  dataType: '1',
  unit: 'kWh',
  dataCodes: ['PP'],
});

const answer = (path: string): unknown =>
  path.includes('object/getTree') ? TREE : path.includes('getAllByOrgId') ? [3, 2, 1].map(source) : [];

/** The trends at an address; their curves are on their way for ever. @returns the address as it is */
async function open(address: string): Promise<() => unknown> {
  answerCalls(({ path }) =>
    path.includes('/operation?')
      ? new Promise<object>(() => {})
      : { code: 200, message: '', data: answer(path) },
  );
  const router = await drawAt(address, <TrendPage />, {
    as: { ...session, consumers: [CONSUMER] },
    phrases: { charge: texts, savedView: viewTexts },
  });
  return () => (router.state.location.search as { lines?: unknown }).lines;
}
const lines = (): HTMLElement[] => screen.queryAllByRole('button', { name: /^Remove line \d/ });

test('trends that nobody filled show the incomer and what it feeds, and no address says so', async () => {
  const address = await open('/?consumer=1001');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(address()).toBeUndefined();
});

test('whoever takes every line away stays with none', async () => {
  const address = await open('/?consumer=1001');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove all' }));
  expect(await screen.findByText('No lines yet')).toBeInTheDocument();
  expect(address()).toBe('none');
});
