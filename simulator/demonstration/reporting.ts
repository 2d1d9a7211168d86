import { chinaTime } from '../platform/registry.ts';
import type { Client } from './client.ts';
import { withEnglish } from './desk.ts';

interface Platform {
  readonly id: number;
  readonly registered: boolean;
}

type Protocol = 'A' | 'B';

const NAMES: Readonly<Record<Protocol, string>> = {
  A: '省重点用能单位能耗在线监测平台',
  B: '市级能耗在线监测平台',
};
/** The password of the account in whose name it is entered, as the demonstration gave it. */
const OWN_PASSWORD = 'steel-demo';

/** Enters the simulated platforms and registers an enterprise there; what was registered before stays. */
export async function enterPlatforms(person: Client, consumerId: number, url: string): Promise<void> {
  for (const protocol of ['A', 'B'] as const) await register(person, consumerId, { url, protocol });
}

/** Switches reporting on at the platforms that `enterPlatforms` left, and reports this month and the last. */
export async function enterReporting(person: Client, consumerId: number): Promise<void> {
  const itemsOf = (statType: '1' | '2'): Promise<readonly { id: number }[]> =>
    person.get('/api/yunshui/dataCollectConfigure/getList', { orgId: consumerId, statType });
  const daily = await itemsOf('1');
  const items = [...daily, ...(await itemsOf('2'))];
  const [year = 0, month = 0] = chinaTime(Date.now()).split('-').map(Number);
  const before = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
  const reportMonth = (platformId: number, span: { year: number; month: number }, of: typeof items) =>
    person.post<{ key: string }>('/api/yunshui/uploadRecord/dataUpdate', {
      platformId,
      ...span,
      dataCollectConfigureIds: of.map(({ id }) => id).join(','),
    });
  for (const protocol of ['A', 'B'] as const) {
    const platform = (await platformsOf(person, consumerId, protocol)).find(({ registered }) => registered);
    if (!platform) continue;
    const { id } = platform;
    await person.post('/api/hunan/platformInfo/enableUpload', { id, enable: 1 });
    if (protocol === 'A') {
      // One that somebody took back at once.
      const { key } = await reportMonth(id, before, daily.slice(0, 1));
      await person.get('/api/yunshui/uploadRecord/dataUpdateStop', { key }).catch(() => {});
    }
    for (const span of [before, { year, month }]) await reportMonth(id, span, items);
  }
}

async function platformsOf(
  person: Client,
  consumerId: number,
  protocol: Protocol,
): Promise<readonly Platform[]> {
  const { list } = await person.get<{ list: readonly Platform[] }>('/api/yunshui/platformInfo/getHeads', {
    orgId: consumerId,
    protocol,
  });
  return list;
}

async function register(
  person: Client,
  consumerId: number,
  { url, protocol }: { readonly url: string; readonly protocol: Protocol },
): Promise<void> {
  const list = await platformsOf(person, consumerId, protocol);
  if (list.some(({ registered }) => registered)) return;
  const row = {
    platformName: NAMES[protocol],
    consumerId,
    protocol,
    baseUrl: `${url}/${protocol.toLowerCase()}`,
    plainHttp: true,
    reviseDays: 35,
  };
  const id =
    list[0]?.id ??
    (await person.post<Platform>('/api/yunshui/platformInfo/add', withEnglish('yunshui/platformInfo', row)))
      .id;
  if (protocol === 'A')
    await person.post('/api/yunshui/platformInfo/setSecret', {
      id,
      password: 'steel-2026',
      ownPassword: OWN_PASSWORD,
    });
  await person.post('/api/hunan/uploadservice/regist', { platformId: id });
}
