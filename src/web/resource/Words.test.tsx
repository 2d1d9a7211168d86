import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Field } from '#contract/field.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { ShownZone } from '#web/session/zone.ts';
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

test.each([
  ['2026-03-05T06:30:00.000Z', '2026-03-05 14:30'],
  ['2026-03-05T06:30:05.000Z', '2026-03-05 14:30:05'],
  ['soon', 'soon'],
])('the instant %s is told on the clock that is shown here', async (value, told) => {
  const words = (
    <ShownZone value="Asia/Shanghai">
      <Words field={dateTime('更换时间', 'Replaced at')} value={value} />
    </ShownZone>
  );
  await drawAt('/', words);
  expect(screen.getByText(told)).toBeInTheDocument();
});
