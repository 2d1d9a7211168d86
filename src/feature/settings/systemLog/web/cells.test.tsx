import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accessRecord } from '#resource/sys/accessRecord.ts';
import { operLog } from '#resource/sys/operLog.ts';
import { slotsOf } from '#web/resource/slots.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { draw } from '#web/resource/testBed.tsx';
import { ValueCell } from '#web/resource/ValueCell.tsx';
import { texts } from './texts.ts';

const phrases = { systemLog: texts };
const invoice = { consumerId: 1001, measureAccount: 'A-1', month: '2026-10-01' };
const change = { id: 1, resource: 'priceInvoice', rowId: 7, action: 'add', before: null, after: invoice };

/** Draws one cell as the table of a log that is found by search draws it. */
async function drawCell(log: typeof operLog | typeof accessRecord, name: string, row: ResourceRow) {
  const slots = await slotsOf(log.name);
  const field = (log.fields as typeof operLog.fields & typeof accessRecord.fields)[name as 'at'];
  await draw(<ValueCell name={name} field={field} row={row} slots={slots} />, { phrases });
}

test('the table of changes says in words what was changed, a month as a month', async () => {
  await drawCell(operLog, 'after', change);
  expect(screen.getByText('Settlement month')).toBeInTheDocument();
  expect(screen.getByText('2026-10')).toBeInTheDocument();
});

test('the enterprise of a row that was added stands in its own column alone', async () => {
  await drawCell(operLog, 'after', change);
  expect(screen.getByText('A-1')).toBeInTheDocument();
  expect(screen.queryByText('Enterprise')).toBeNull();
});

test('the table of changes names what was changed', async () => {
  await drawCell(operLog, 'resource', change);
  expect(screen.getByText(/^Invoices/)).toHaveTextContent('Invoices #7');
});

test('the access record says resource and call in words, other calls as they are called', async () => {
  await drawCell(accessRecord, 'className', { id: 1, className: 'price/priceInvoice' });
  expect(screen.getByTitle('price/priceInvoice')).toHaveTextContent('Invoices');
  await drawCell(accessRecord, 'method', { id: 1, method: 'editfield' });
  expect(screen.getByTitle('editfield')).toHaveTextContent('Edit one field');
  await drawCell(accessRecord, 'method', { id: 1, method: 'calculateAll' });
  expect(screen.getByTitle('calculateAll')).toHaveTextContent('calculateAll');
});
