import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Field } from '#contract/field.ts';
import { answerCalls, drawAt, session } from './testBed.tsx';
import { Words } from './Words.tsx';

const field = {
  kind: 'reference',
  label: { zh: '组织', en: 'Organisation' },
  refers: 'org',
} as unknown as Field;
const consumers = [1, 2].map((orgId) => ({ orgId, orgName: `Works ${orgId}` })) as never;

test('organisations are named out of the tree of the enterprise in view, other enterprises by the session, what is gone by its number', async () => {
  const calls = answerCalls(() => ({
    code: 200,
    message: '',
    data: [{ id: 1, kind: 'consumer', name: 'Works 1', code: 'W', children: [{ id: 7, kind: 'unit', name: 'Melt shop', code: 'M', children: [] }] }], // prettier-ignore
  }));
  await drawAt(
    '/',
    <p>
      <Words field={field} value={[7, 2, 99]} />
    </p>,
    { as: { ...session, consumers } },
  );
  expect(await screen.findByText(/Melt shop/)).toHaveTextContent('Melt shop, Works 2, #99');
  expect(calls.map(({ path }) => path).filter((path) => path.includes('getOrgTree'))).toEqual([
    expect.stringContaining('consumerId=1'),
  ]);
});
