import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt, session } from '#web/resource/testBed.tsx';
import type { OrderRow } from '../contract.ts';
import { About } from './About.tsx';

const NOTHING = { monitorObjectId: null, objectName: null, deviceId: null, deviceName: null, ammeterId: null, ammeterName: null }; // prettier-ignore
const show = (row: Partial<OrderRow>, funCodes: string[]) =>
  drawAt('/', <About row={{ ...NOTHING, ...row } as OrderRow} />, { as: { ...session, funCodes } });

test('a meter and an object lead to their pages, a device has none, and the object goes before them', async () => {
  const may = ['archive.ammeter.view', 'archive.monitorObject.view'];
  await show({ ammeterId: 5, ammeterName: 'Furnace' }, may);
  expect(screen.getByRole('link', { name: 'Furnace' })).toHaveAttribute('href', expect.stringContaining('/Meter/5')); // prettier-ignore
  await show({ ammeterId: 5, ammeterName: 'Mill', monitorObjectId: 9, objectName: 'T1' }, may);
  expect(screen.getByRole('link', { name: 'T1' })).toHaveAttribute('href', expect.stringContaining('/9'));
  expect(screen.queryByText('Mill')).toBeNull();
  await show({ deviceName: 'Pump' }, may);
  expect(screen.getByText('Pump').closest('a')).toBeNull();
});

test('who may open no page reads the name alone', async () => {
  await show({ ammeterId: 5, ammeterName: 'Furnace' }, []);
  expect(screen.getByText('Furnace').closest('a')).toBeNull();
});
