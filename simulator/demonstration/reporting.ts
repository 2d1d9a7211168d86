import { chinaTime } from '../platform/registry.ts';
import type { Client } from './client.ts';
import { withEnglish } from './desk.ts';

interface Platform {
  readonly id: number;
  readonly registered: boolean;
}

const NAME = '省重点用能单位能耗在线监测平台';
/** The password of the account in whose name it is entered, as the demonstration gave it. */
const OWN_PASSWORD = 'steel-demo';

/** Registers an enterprise at the simulated platform, switches reporting on, and reports this month and the last. */
export async function enterReporting(person: Client, consumerId: number, url: string): Promise<void> {
  const { list } = await person.get<{ list: readonly Platform[] }>('/api/yunshui/platformInfo/getHeads', {
    orgId: consumerId,
  });
  if (list.some(({ registered }) => registered)) return;
  const row = {
    platformName: NAME,
    consumerId,
    protocol: 'A',
    baseUrl: `${url}/a`,
    plainHttp: true,
    reviseDays: 35,
  };
  const id =
    list[0]?.id ??
    (await person.post<Platform>('/api/yunshui/platformInfo/add', withEnglish('yunshui/platformInfo', row)))
      .id;
  await person.post('/api/yunshui/platformInfo/setSecret', {
    id,
    password: 'steel-2026',
    ownPassword: OWN_PASSWORD,
  });
  await person.post('/api/hunan/uploadservice/regist', { platformId: id });
  await person.post('/api/hunan/platformInfo/enableUpload', { id, enable: 1 });
  const [year = 0, month = 0] = chinaTime(Date.now()).split('-').map(Number);
  const before = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
  const items = await person.get<readonly { id: number }[]>('/api/yunshui/dataCollectConfigure/getList', {
    orgId: consumerId,
    statType: '1',
  });
  const monthly = await person.get<readonly { id: number }[]>('/api/yunshui/dataCollectConfigure/getList', {
    orgId: consumerId,
    statType: '2',
  });
  // One that somebody took back at once.
  const { key } = await person.post<{ key: string }>('/api/yunshui/uploadRecord/dataUpdate', {
    platformId: id,
    ...before,
    dataCollectConfigureIds: items[0]?.id ?? '',
  });
  await person.get('/api/yunshui/uploadRecord/dataUpdateStop', { key }).catch(() => {});
  const dataCollectConfigureIds = [...items, ...monthly].map((one) => one.id).join(',');
  for (const span of [before, { year, month }])
    await person.post('/api/yunshui/uploadRecord/dataUpdate', {
      platformId: id,
      ...span,
      dataCollectConfigureIds,
    });
}
