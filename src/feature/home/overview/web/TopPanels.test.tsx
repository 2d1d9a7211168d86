import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { DeviceRank, HourRank } from '../contract.ts';
import { DeviceTop, HourTop } from './TopPanels.tsx';
import { texts } from './texts.ts';

const common = { unit: 'kWh', onOpen: () => {} };
const device = { dataAmmeterId: 3, deviceName: 'Furnace', pP: 120, coverage: 100, flags: [], change: 0.5, why: null } as unknown as DeviceRank; // prettier-ignore
const hour = { hour: '10:00', pP: 9, from: 1, to: 2, coverage: 100, flags: [] } as unknown as HourRank;

test('both rankings have ten lines; those without an entry are --', async () => {
  await drawAt(
    '/',
    <>
      <DeviceTop
        {...common}
        entries={[device]}
        at={0}
        current
        date="2026-01-15"
        energy="Electricity"
        costs={null}
      />
      <HourTop {...common} entries={[hour]} />
    </>,
    { phrases: { overview: texts } },
  );
  await screen.findByText('Furnace');
  const lists = screen.getAllByRole('list').map((list) => within(list).getAllByRole('listitem'));
  expect(lists.map((items) => items.length)).toEqual([10, 10]);
  for (const [first, ...rest] of lists) {
    expect(first).not.toHaveTextContent('--');
    for (const item of rest) expect(item).toHaveTextContent('--');
  }
});

test('a device has its cost beside its energy, whole yuan, and -- without a price', async () => {
  const other = { ...device, dataAmmeterId: 4, deviceName: 'Mill' };
  const costs = new Map([[3, 72_160.4]]);
  await drawAt(
    '/',
    <DeviceTop
      {...common}
      entries={[device, other]}
      at={0}
      current
      date="2026-01-15"
      energy="E"
      costs={costs}
    />,
    { phrases: { overview: texts } },
  );
  const [furnace, mill] = await screen.findAllByRole('listitem');
  expect(furnace).toHaveTextContent('72,160');
  expect(mill).toHaveTextContent('--');
  // The name leads to the page of the meter.
  expect(within(furnace as HTMLElement).getByRole('link', { name: 'Furnace' })).toHaveAttribute(
    'href',
    expect.stringContaining('/Meter/3'),
  );
});
