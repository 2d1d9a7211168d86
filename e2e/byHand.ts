import type { Page } from '@playwright/test';
import { call } from './works.ts';

/** Enters an alarm by hand in the enterprise of the person who is logged in; answers what it is called. */
export async function alarmByHand(page: Page): Promise<string> {
  const info = await page.request.get('/api/sys/getUserInfo');
  const { data } = (await info.json()) as { data: { consumers: readonly { orgId: number }[] } };
  const recordName = `Journey ${Date.now().toString(36)}`;
  await call(page, 'event/alarmRecord/add', {
    consumerId: data.consumers[0]?.orgId ?? 0,
    recordName,
    alarmType: '5',
    alarmLevel: '1',
    raisedAt: new Date().toISOString(),
  });
  return recordName;
}
