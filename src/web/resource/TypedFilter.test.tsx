import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Filter } from '#contract/envelope.ts';
import { numberFilters, textFilters } from './filterText.ts';
import { draw, sample } from './testBed.tsx';
import { TypedFilter, type TypedFilterProps } from './TypedFilter.tsx';

let filters: readonly Filter[] = [];

function Column({ read }: Pick<TypedFilterProps, 'read'>) {
  const [kept, keep] = useState<readonly Filter[]>([]);
  const take = (next: readonly Filter[]): void => {
    filters = next;
    keep(next);
  };
  return (
    <>
      <TypedFilter
        field={sample.fields.power}
        name="power"
        filters={kept}
        onChange={take}
        label="Power"
        read={read}
        hint=""
        consumerId={null}
      />
      <button type="button" onClick={() => take([])}>
        clear
      </button>
    </>
  );
}

const box = (): HTMLElement => screen.getByLabelText('Power');

/** Types text after text, each at the end, with a pause behind. */
function type(...texts: readonly string[]): void {
  for (const text of texts) {
    fireEvent.change(box(), { target: { value: (box() as HTMLInputElement).value + text } });
    act(() => void vi.advanceTimersByTime(500));
  }
}

async function drawColumn(read: TypedFilterProps['read']): Promise<void> {
  await draw(<Column read={read} />);
  vi.useFakeTimers();
}

afterEach(() => void vi.useRealTimers());

test.each([
  ['10..', '20', [10, 20]],
  ['5~', '7', [5, 7]],
  ['1,0', '00', [1000]],
])('a number filter that is typed as %j, a pause, %j is read as a whole', async (first, rest, values) => {
  await drawColumn(numberFilters);
  type(first, rest);
  expect(box()).toHaveValue(first + rest);
  expect(filters.map(({ value }) => value)).toEqual(values);
});

test('a blank before a pause stays in a text filter', async () => {
  await drawColumn(textFilters);
  type('No ', '1');
  expect(filters).toEqual([{ field: 'power', op: 'contains', value: 'No 1' }]);
});

test('a filter that is cleared from outside empties the box', async () => {
  await drawColumn(numberFilters);
  type('10..');
  fireEvent.click(screen.getByText('clear'));
  expect(box()).toHaveValue('');
  expect(filters).toEqual([]);
});
