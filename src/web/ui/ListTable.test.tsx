import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#web/resource/testBed.tsx';
import { ListTable } from './ListTable.tsx';

/** A list whose rows become fewer, with its third page in view. */
function Shrinking({ left }: { readonly left: number }) {
  const [count, setCount] = useState(25);
  const [page, setPage] = useState({ current: 3, size: 10 });
  const rows = Array.from({ length: count }, (_, i) => `Row ${i + 1}`);
  return (
    <>
      <ListTable
        label="Rows"
        columns={[{ key: 'name', title: 'Name', render: (row: string) => row }]}
        rows={rows.slice((page.current - 1) * page.size, page.current * page.size)}
        keyOf={(row) => row}
        total={count}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty="none"
      />
      <button type="button" onClick={() => setCount(left)}>
        shrink
      </button>
    </>
  );
}

async function shrink(left: number): Promise<void> {
  await draw(<Shrinking left={left} />);
  expect(screen.getByText('Row 25')).toBeInTheDocument();
  await userEvent.click(screen.getByText('shrink'));
}

test.each([
  [12, 'Row 12'],
  [3, 'Row 1'],
])('a list that has %i rows left shows its last page', async (count, row) => {
  await shrink(count);
  await waitFor(() => expect(screen.getByText(row)).toBeInTheDocument());
  expect(screen.queryByText('none')).toBeNull();
});

test('a list without rows says so on its first page', async () => {
  await shrink(0);
  expect(await screen.findByText('none')).toBeInTheDocument();
});
