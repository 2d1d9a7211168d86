import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt, session } from '#web/resource/testBed.tsx';
import { AlarmsPanel } from './AlarmsPanel.tsx';
import { sampleOverview } from './sampleOverview.ts';
import { texts } from './texts.ts';

const row = { id: 41, name: 'Insulation low', level: '1', meter: 'PCS 1', raisedAt: Date.parse('2026-11-20T13:29:00+08:00'), confirmed: false }; // prettier-ignore
const alarms = { open: 9, unconfirmed: 1, rows: [row, { ...row, id: 42, name: 'Sensor silent', confirmed: true }] }; // prettier-ignore

const drawFor = (...funCodes: string[]) =>
  drawAt('/?consumer=1', <AlarmsPanel overview={sampleOverview({ alarms })} />, {
    phrases: { operation: texts },
    as: { ...session, funCodes },
  });
const aim = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('an alarm leads to its record, where it is confirmed', async () => {
  await drawFor('event.alarmRecord.view', 'event.alarmRecord.confirm');
  await screen.findByText('PCS 1', { exact: false, selector: 'li:first-child small' });
  const record = '/SDNAlertConfig/SDNRTAlertMonitor?consumer=1&record=41';
  expect(aim('Insulation low')).toBe(record);
  expect(aim('Confirm Insulation low')).toBe(record);
  expect(aim('All 9 open')).toBe('/SDNAlertConfig/SDNRTAlertMonitor?consumer=1&site=5');
  // What is confirmed asks for nothing more.
  expect(screen.queryByRole('link', { name: 'Confirm Sensor silent' })).toBeNull();
  expect(screen.getByText('confirmed')).toBeVisible();
});

test('who may not see records is led nowhere', async () => {
  await drawFor();
  await screen.findByText('Insulation low');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('not confirmed')).toBeVisible();
});
