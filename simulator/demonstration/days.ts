import type { Client } from './client.ts';
import type { Desk } from './desk.ts';

interface PublicDay {
  readonly dt: string;
  readonly holidayName: string;
}

/** Through which national holidays the plants work on, and what they call that. */
const DUTIES = [
  ['春节', '春节值守'],
  ['国庆节', '国庆值守'],
] as const;

/** Enters the days of the year that are unlike others: the overhaul of January, the hottest of July, work through holidays. */
export async function enterDays(client: Client, desk: Desk, consumerId: number): Promise<void> {
  const year = new Date().getUTCFullYear();
  const days = [
    ...['25', '26', '27', '28', '29'].map((day) => [`01-${day}`, '1', '年度检修'] as const),
    ['07-22', '4', '高温日'],
    ['07-23', '4', '高温日'],
    ['07-24', '4', '高温日'],
  ] as const;
  for (const [day, holidayTypeId, holidayName] of days)
    await desk.ensure('sys/holiday', { consumerId, dt: `${year}-${day}`, holidayTypeId }, { holidayName });
  const happens = (eventName: string, eventType: string, from: string, to: string): Promise<number> =>
    desk.ensure('sys/holidayEvent', { consumerId, eventName, dt: from }, { endDt: to, eventType });
  await happens('年度检修', '1', `${year}-01-25`, `${year}-01-29`);
  const free = await client.get<readonly PublicDay[]>('/api/sys/publicHoliday/getByYear', {
    year,
    holidayTypeId: '1',
  });
  for (const [holiday, eventName] of DUTIES) {
    const own = free.filter(({ holidayName }) => holidayName.includes(holiday)).map(({ dt }) => dt);
    const [from, to] = [own[0], own.at(-1)];
    if (from !== undefined && to !== undefined) await happens(eventName, '2', from, to);
  }
}
