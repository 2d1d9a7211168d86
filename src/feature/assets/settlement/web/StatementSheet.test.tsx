import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { SettlementStatement } from '../contract.ts';
import { kept, statement } from '../domain/statementSample.ts';
import { StatementSheet } from './StatementSheet.tsx';
import { texts } from './texts.ts';

const show = (of: SettlementStatement) =>
  drawAt('/', <StatementSheet statement={of} />, { language: 'en', phrases: { settlement: texts } });

test('the paper of a kept month shows what was kept, and beside it what it would be now', async () => {
  await show(statement);
  const rows = within(await screen.findByRole('table', { name: 'Battery' })).getAllByRole('row');
  const cells = (i: number) => [...(rows[i]?.children ?? [])].map((cell) => cell.textContent);
  expect(cells(1)).toEqual(['Discharging', 'Flat', '100', '1', '+100.00', '+120.00', '+20.00']);
  expect(cells(3)).toEqual([
    'Operation and maintenance (has come since)',
    '',
    '',
    '',
    '--',
    '+1.50',
    '+1.50',
  ]);
  expect(cells(4)).toEqual(['Net', '+60.00', '+81.50', '+21.50']);
  const sheet = screen.getByRole('article');
  expect(sheet).toHaveTextContent('Net ¥ 60.00 (now 88.50, a difference of +28.50)');
  expect(sheet).toHaveTextContent('Why it differs now: The energy of 1 day has changed');
  expect(sheet).toHaveTextContent('Round trip 90.00% (30 of 31 days)');
});

test('a month kept before energies were says so; one that agrees has no second amounts', async () => {
  const [battery] = kept.assets;
  const old = { ...kept, assets: battery ? [{ ...battery, charged: null, efficiencyDays: null }] : [] };
  const { issued } = statement;
  await show({
    ...statement,
    settlement: kept,
    issued: issued && { ...issued, kept: old, amountsAlone: true, differences: [], shares: [] },
  });
  const sheet = await screen.findByRole('article');
  expect(sheet).toHaveTextContent('Energies and figures were not kept then');
  expect(sheet).toHaveTextContent('amounts the same as computed now');
  expect(within(sheet).queryByText('Now')).toBeNull();
});

test('the paper of a month whose shares alone are others says what they would be, and why', async () => {
  const [battery] = kept.assets;
  const other = {
    ...kept,
    assets: battery ? [{ ...battery, customer: 36, owner: 24, customerShare: 60 }] : [],
  };
  const { issued } = statement;
  const causes = [{ zh: '分成', en: 'Battery: Share of the customer changed from 50 to 60' }];
  await show({ ...statement, settlement: other, issued: issued && { ...issued, differences: [], causes } });
  const sheet = await screen.findByRole('article');
  expect(sheet).toHaveTextContent(
    'Customer 30.00 / owner 30.00 (50%) (now customer 36.00 / owner 24.00, 60%)',
  );
  expect(sheet).toHaveTextContent('beside what is computed now');
  expect(sheet).toHaveTextContent('Why it differs now: Battery: Share of the customer changed from 50 to 60');
});

test('what has changed since is told also where no amount is another', async () => {
  const { issued } = statement;
  const same = issued && { ...issued, differences: [], shares: [] };
  await show({ ...statement, settlement: kept, issued: same });
  expect(await screen.findByRole('article')).toHaveTextContent(
    'Changed since: The energy of 1 day has changed',
  );
});

test('a battery of which no day is known in full has no round trip, and the paper says why', async () => {
  const [battery] = kept.assets;
  const unknown = battery && { ...battery, efficiency: null, efficiencyDays: { known: 0, of: 31 } };
  await show({ ...statement, issued: null, settlement: { ...kept, assets: unknown ? [unknown] : [] } });
  expect(await screen.findByRole('article')).toHaveTextContent('no day that is over is known in full');
});
