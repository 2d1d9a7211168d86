import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { consumer } from '#resource/archive/consumer.ts';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { EnergyDialog } from './EnergyDialog.tsx';
import { texts } from './texts.ts';

test('energies that cannot be had are not told to be none', async () => {
  answerCalls(() => ({ code: 500, message: 'No answer', data: null }));
  const dialog = <EnergyDialog resource={consumer} row={{ id: 1, orgName: 'Works' }} onClose={vi.fn()} />;
  await drawAt('/', dialog, { phrases: { customer: texts } });
  expect(await screen.findByText('No answer')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again', hidden: true })).toBeInTheDocument();
  expect(screen.queryByText(texts.none.en)).toBeNull();
});
