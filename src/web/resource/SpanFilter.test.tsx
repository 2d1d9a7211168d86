import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Field } from '#contract/field.ts';
import type { Filter } from '#contract/envelope.ts';
import { date } from '#field/date/contract.ts';
import { Filter as DateFilter } from '#field/date/web.tsx';
import { dateTime } from '#field/dateTime/contract.ts';
import { Cell, Filter as DateTimeFilter } from '#field/dateTime/web.tsx';
import { ShownZone } from '#web/session/zone.ts';
import { draw, session } from './testBed.tsx';

const works = { orgId: 7, orgName: 'Works', timeZone: 'America/New_York' };
const at = dateTime('时间', 'Time');
const done = date('完成日期', 'Done on');
const due = date('到期日', 'Due', { ahead: true });

const onFilter = vi.fn();
beforeEach(() => {
  onFilter.mockClear();
  // The first of May in Shanghai and Tokyo, the last of April in New York.
  vi.useFakeTimers({ now: Date.parse('2026-05-01T02:00:00Z'), toFake: ['Date'] });
  return () => void vi.useRealTimers();
});

const show = (KindFilter: typeof DateFilter, field: Field, filters: readonly Filter[] = []) =>
  draw(
    <KindFilter
      field={field}
      name="at"
      filters={filters}
      onChange={onFilter}
      label="Filter"
      consumerId={7}
    />,
    { as: { ...session, consumers: [works] } },
  );

async function choose(from: string, to: string): Promise<void> {
  const [first, last] = screen.getAllByRole('textbox');
  await userEvent.click(first!);
  fireEvent.change(first!, { target: { value: from } });
  fireEvent.keyDown(first!, { key: 'Enter', code: 'Enter', keyCode: 13 });
  fireEvent.change(last!, { target: { value: to } });
  fireEvent.keyDown(last!, { key: 'Enter', code: 'Enter', keyCode: 13 });
}

describe('instants are filtered by days of the enterprise’s zone', () => {
  test('from 00:00:00 of the first to 23:59:59 of the last', async () => {
    await show(DateTimeFilter, at);
    await choose('2026-04-01', '2026-04-02');
    expect(onFilter).toHaveBeenLastCalledWith([
      { field: 'at', op: 'ge', value: '2026-04-01T04:00:00.000Z' },
      { field: 'at', op: 'le', value: '2026-04-03T03:59:59.999Z' },
    ]);
  });

  test('and shown as those days', async () => {
    await show(DateTimeFilter, at, [
      { field: 'at', op: 'ge', value: '2026-04-01T04:00:00.000Z' },
      { field: 'at', op: 'le', value: '2026-04-03T03:59:59.999Z' },
    ]);
    expect(screen.getAllByRole('textbox').map((box) => (box as HTMLInputElement).value)).toEqual([
      '2026-04-01',
      '2026-04-02',
    ]);
  });

  test('an instant is told on that clock', async () => {
    await draw(
      <ShownZone value="America/New_York">
        <Cell field={at} value="2026-04-03T03:59:59.999Z" />
      </ShownZone>,
    );
    expect(screen.getByText('2026-04-02 23:59')).toHaveAttribute(
      'title',
      '2026-04-02 23:59:59 America/New_York',
    );
  });
});

describe('days to come', () => {
  test.each([
    ['an instant', DateTimeFilter, at],
    ['a day', DateFilter, done],
  ] as const)('cannot be chosen for %s', async (_, KindFilter, field) => {
    await show(KindFilter, field);
    await userEvent.click(screen.getAllByRole('textbox')[0]!);
    expect(document.querySelector('td[title="2026-04-30"]')).not.toHaveClass('ant-picker-cell-disabled');
    expect(document.querySelector('td[title="2026-05-01"]')).toHaveClass('ant-picker-cell-disabled');
  });

  test('can where the day may lie ahead', async () => {
    await show(DateFilter, due);
    await userEvent.click(screen.getAllByRole('textbox')[0]!);
    expect(document.querySelector('td[title="2026-05-01"]')).not.toHaveClass('ant-picker-cell-disabled');
  });
});
