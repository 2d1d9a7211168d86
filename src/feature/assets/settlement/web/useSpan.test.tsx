import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { useSpan } from './useSpan.ts';

function Page() {
  const { begin, end } = useSpan();
  return <p>{`${begin} ${end}`}</p>;
}

afterEach(() => vi.useRealTimers());

test('the month so far is that of the site in view, not that of the house', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2024-04-01T02:00:00Z') });
  const site = { siteName: '', consumerId: 1, stations: 1, plants: 0 };
  const data = [
    { ...site, siteId: 1, timeZone: 'Asia/Shanghai' },
    { ...site, siteId: 2, timeZone: 'America/New_York' },
  ];
  answerCalls(() => ({ code: 200, message: '', data }));
  const consumer = { orgId: 1, orgName: 'Enterprise' };
  await drawAt('/?site=2', <Page />, { as: { ...session, consumers: [consumer as never] } });
  expect(await screen.findByText('2024-03-01 2024-03-31')).toBeInTheDocument();
});
