import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt, session } from '#web/resource/testBed.tsx';
import type { Attention, AttentionList } from '../contract.ts';
import { PLAIN } from '../domain/attention.ts';
import AlarmRow from './AlarmRow.tsx';
import { texts } from './texts.ts';

const demand: Attention = { ...PLAIN, kind: 'demand', name: 'Works', amount: 90_000 };
const alarm: Attention = { ...PLAIN, kind: 'alarm', name: 'Works', value: 7, detail: { zh: '', en: '2 urgent, 9 open in all' } }; // prettier-ignore
const listOf = (...list: Attention[]): AttentionList =>
  ({
    date: '2026-01-15',
    current: true,
    priced: true,
    count: list.length,
    subject: { kind: 'consumer', orgId: 7, timeZone: 'Asia/Shanghai', unit: 'kWh' },
    list,
  }) as unknown as AttentionList;

const show = (list: AttentionList | undefined, funCodes: readonly string[]) =>
  drawAt('/', <AlarmRow list={list} />, {
    phrases: { roleHome: texts },
    as: { ...session, funCodes: [...funCodes] },
  });

test('alarms that wait say how many and lead to the monitor, whatever else costs more', async () => {
  await show(listOf(demand, alarm), ['SDNAlertConfig.SDNRTAlertMonitor']);
  const link = await screen.findByRole('link', { name: /7 alarm.* not confirmed.*2 urgent, 9 open in all/ });
  expect(link).toHaveAttribute('href', expect.stringContaining('/SDNAlertConfig/SDNRTAlertMonitor'));
});

test('who may not open the monitor reads the row alone', async () => {
  await show(listOf(alarm), []);
  expect(await screen.findByText(/7 alarm.* not confirmed/)).toBeInTheDocument();
  expect(screen.queryByRole('link')).toBeNull();
});

test('without alarms, and before the list has come, there is no row', async () => {
  await show(listOf(demand), []);
  expect(screen.queryByRole('region')).toBeNull();
  await show(undefined, []);
  expect(screen.queryByRole('region')).toBeNull();
});
