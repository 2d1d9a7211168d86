import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dateTime } from '#field/dateTime/contract.ts';
import { draw } from './testBed.tsx';
import { ShownZone } from '#web/session/zone.ts';
import { Input } from '#field/dateTime/web.tsx';

const at = dateTime('时间', 'Time');

test('in its cell a time is shown and typed on the clock on which the cell tells it', async () => {
  const onChange = vi.fn();
  await draw(
    <ShownZone value="Asia/Shanghai">
      <Input
        inline
        field={at}
        value="2026-03-05T06:30:00.000Z"
        onChange={onChange}
        consumerId={null}
        label="Time"
      />
    </ShownZone>,
  );
  const box = screen.getByRole('textbox', { name: 'Time' });
  expect(box).toHaveValue('2026-03-05 14:30');
  for (const [typed, meant] of [
    ['2026-03-05 15:00', '2026-03-05T07:00:00.000Z'],
    ['2026-3-5 9:05', '2026-03-05T01:05:00.000Z'],
    // What is no time of that clock is told by the field.
    ['3/5/2026 15:00', '3/5/2026 15:00'],
    ['', ''],
  ]) {
    fireEvent.change(box, { target: { value: typed } });
    expect(onChange).toHaveBeenLastCalledWith(meant);
    expect(box).toHaveValue(typed);
  }
});
