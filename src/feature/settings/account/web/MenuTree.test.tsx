import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { funCodeOf } from '#contract/permission.ts';
import { fun } from '#resource/sys/fun.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import type { FunNode } from './funTree.ts';
import { MenuTree } from './MenuTree.tsx';
import { texts } from './texts.ts';

const entry: FunNode = {
  funId: 7,
  funCode: 'SDNMonitoring.overview',
  funName: 'Overview',
  funType: 'screen',
  url: '/SDNMonitoring/overview',
  className: null,
  iconName: null,
  children: [],
};

test('an entry that cannot be had says so where its form would open', async () => {
  answerCalls(({ path }) =>
    path.includes('getFunTree')
      ? { code: 200, message: '', data: [entry] }
      : { code: 500, message: 'No answer', data: null },
  );
  await drawAt('/', <MenuTree />, {
    as: { ...session, funCodes: [funCodeOf(fun, 'edit')] },
    phrases: { account: texts },
  });
  await userEvent.click(await screen.findByText('Overview'));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(await screen.findByText('No answer')).toBeInTheDocument();
});
