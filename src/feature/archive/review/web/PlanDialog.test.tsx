import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { companyPlaninfo } from '#resource/yunshui/companyPlaninfo.ts';
import { answerCalls, closeNotices, drawAt, session } from '#web/resource/testBed.tsx';
import type { PlanView } from '../contract.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { texts } from './texts.ts';

const plan = { id: 5, planName: 'Audit', state: 'reviewing', checkOrg: 'Bureau', leader: 'Li', consumerId: 1 }; // prettier-ignore
const viewWith = (findings: readonly string[]): PlanView => ({
  plan,
  items: findings.map((finding, i) => ({
    id: i + 1,
    clauseNo: `4.${i + 1}`,
    requirement: 'Clause',
    finding,
  })),
  files: [],
  open: ['answer'],
  steps: [],
});
const person = { ...session, funCodes: ['yunshui.companyPlaninfo.edit'] };
const envelope = (data: unknown) => ({ code: 200, message: '', data });
const onClose = vi.fn();
const finding = (clause: string): HTMLElement => screen.getByLabelText(`${clause} Finding`);
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));

afterEach(() => {
  closeNotices();
  vi.unstubAllGlobals();
});

async function drawPlan(): Promise<void> {
  onClose.mockClear();
  await drawAt('/', <PlanDialog resource={companyPlaninfo} row={plan} onClose={onClose} />, {
    as: person,
    phrases: { review: texts },
  });
  await screen.findByLabelText('4.1 Finding');
}

test('answers that are not saved are not thrown away by Esc', async () => {
  answerCalls(() => envelope(viewWith(['', ''])));
  await drawPlan();
  await userEvent.type(finding('4.1'), 'No seal');
  fireEvent(screen.getByRole('dialog', { name: 'Audit', hidden: true }), new Event('cancel', { cancelable: true })); // prettier-ignore
  await press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  expect(finding('4.1')).toHaveValue('No seal');
});

test('what is written while answers are saved stays to be saved', async () => {
  let kept = viewWith(['', '']);
  const held: (() => void)[] = [];
  const calls = answerCalls(({ path }) => {
    if (!path.includes('commitcheckitems')) return envelope(path.includes('getUserInfo') ? person : kept);
    return new Promise<object>((resolve) => {
      held.push(() => resolve(envelope(kept)));
    });
  });
  const sent = () =>
    calls
      .filter(({ path }) => path.includes('commitcheckitems'))
      .map(({ params }): unknown => JSON.parse(params['checkItems'] ?? ''));
  await drawPlan();
  await userEvent.type(finding('4.1'), 'No seal');
  await press(/^Save 1 change/);
  await userEvent.type(finding('4.2'), 'Expired');
  kept = viewWith(['No seal', '']);
  held[0]?.();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Save 1 change/, hidden: true })).toBeEnabled(),
  );
  expect(finding('4.1')).toHaveValue('No seal');
  expect(finding('4.2')).toHaveValue('Expired');
  await press(/^Save 1 change/);
  await waitFor(() =>
    expect(sent()).toEqual([[{ id: 1, finding: 'No seal' }], [{ id: 2, finding: 'Expired' }]]),
  );
});
