import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Resource } from '#contract/define.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { texts as provenance } from '#web/provenance/texts.ts';
import { ShownZone } from '#web/session/zone.ts';
import { History, type HistoryEntry } from './History.tsx';
import { answerCalls, drawAt, sample } from './testBed.tsx';

const timed: Resource = {
  ...sample,
  fields: { ...sample.fields, replacedAt: dateTime('更换时间', 'Replaced at') },
};
const from = { name: 'Mill', replacedAt: '2026-03-05T06:30:00.000Z' };
const to = { name: 'Mill', replacedAt: '2026-03-05T08:30:00.000Z' };
/** Eleven changes, the last first; with the first of them the row was added. */
const entries = Array.from({ length: 11 }, (_, i): HistoryEntry => {
  const told = { id: 11 - i, at: '2026-03-05T16:30:00.000Z', userName: 'Wang', remarks: null };
  return i === 10
    ? { ...told, action: 'add', before: null, after: from }
    : { ...told, action: 'edit', before: from, after: to };
});

async function drawHistory(): Promise<void> {
  answerCalls(({ path }) => {
    const current = Number(new URL(path, location.href).searchParams.get('current') ?? 1);
    const list = entries.slice((current - 1) * 10, current * 10);
    return { code: 200, message: '', data: { list, pagination: { total: 11, current, pageSize: 10 } } };
  });
  const history = (
    <ShownZone value="Asia/Shanghai">
      <History resource={timed} id={7} />
    </ShownZone>
  );
  await drawAt('/', history, { phrases: { provenance } });
  await screen.findAllByText(/Changed · Wang/);
}

test('all changes of a row can be reached, the oldest too', async () => {
  await drawHistory();
  expect(screen.getAllByText(/Changed · Wang/)).toHaveLength(10);
  expect(screen.getByText(/of 11$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText(/Added · Wang/)).toBeInTheDocument();
});

test('when it was changed, and from when to when, is told in the zone that is shown here', async () => {
  await drawHistory();
  expect(screen.getAllByText('2026-03-06 00:30:00')).toHaveLength(10);
  expect(screen.getAllByText('2026-03-05 14:30')).toHaveLength(10);
  expect(screen.getAllByText('2026-03-05 16:30')).toHaveLength(10);
});
