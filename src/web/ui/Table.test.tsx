import { render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Table, type TableColumn } from './Table.tsx';

interface Line {
  readonly name: string;
  readonly energy: number | null;
}

const LINES: readonly Line[] = [
  { name: 'Hall 1', energy: 12 },
  { name: 'Hall 2', energy: null },
];
const COLUMNS: readonly TableColumn<Line>[] = [
  { key: 'name', title: 'Hall', rowHead: true, render: ({ name }, i) => `${i + 1} ${name}` },
  {
    key: 'energy',
    title: 'Energy',
    unit: 'kWh',
    end: true,
    hint: ({ energy }) => (energy === null ? undefined : `${energy}.000 kWh`),
    render: ({ energy }) => energy ?? '--',
  },
  { key: 'open', title: '', label: 'Actions', render: () => <button type="button">Open</button> },
];
const keyOf = ({ name }: Line): string => name;

it('says its heads with their units, its rows by their names, and its foot', () => {
  render(
    <Table
      look="lines"
      label="Halls"
      columns={COLUMNS}
      rows={LINES}
      keyOf={keyOf}
      foot={[
        { content: 'Total', rowHead: true },
        { content: 12, span: 2, end: true },
      ]}
    />,
  );
  const table = within(screen.getByRole('table', { name: 'Halls' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Hall',
    'Energy kWh',
    '',
  ]);
  expect(table.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument();
  expect(table.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
    '1 Hall 1',
    '2 Hall 2',
    'Total',
  ]);
  expect(table.getByRole('cell', { name: '--' })).not.toHaveAttribute('title');
  expect(table.getByTitle('12.000 kWh')).toHaveTextContent('12');
  expect(within(table.getByRole('row', { name: /^Total/ })).getByRole('cell')).toHaveAttribute(
    'colspan',
    '2',
  );
});

it('shows words across under a row, and which row is selected', async () => {
  const onClick = vi.fn();
  render(
    <Table
      look="small"
      headless
      columns={COLUMNS}
      rows={LINES}
      keyOf={keyOf}
      below={({ energy }) => (energy === null ? 'No reading came' : null)}
      rowOf={({ name }) => ({ selected: name === 'Hall 1', onClick })}
    />,
  );
  const rows = screen.getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['1 Hall 112Open', '2 Hall 2--Open', 'No reading came']);
  expect(screen.queryByRole('columnheader')).toBeNull();
  expect(rows[0]).toHaveAttribute('aria-selected', 'true');
  screen.getByRole('rowheader', { name: '2 Hall 2' }).click();
  expect(onClick).toHaveBeenCalledOnce();
});

it('is a sentence where there is no row, and is reached by the keys where it scrolls', () => {
  const props = { look: 'sheet', columns: COLUMNS, keyOf, scroll: { label: 'Halls', height: 300 } } as const;
  const { rerender } = render(<Table {...props} rows={[]} empty="No hall yet." />);
  expect(document.body).toHaveTextContent('No hall yet.');
  expect(screen.queryByRole('table')).toBeNull();
  rerender(<Table {...props} rows={LINES} busy empty="No hall yet." />);
  const scrolled = screen.getByRole('region', { name: 'Halls' });
  expect(scrolled).toHaveAttribute('tabindex', '0');
  expect(scrolled).toHaveStyle({ maxHeight: '300px' });
  expect(within(scrolled).getByRole('table')).toHaveAttribute('aria-busy', 'true');
});
