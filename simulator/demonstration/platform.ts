import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { METER_SLOTS } from '../device/meterRegisters.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { Client, Refused } from './client.ts';
import { Desk, type Row } from './desk.ts';
import { sendPaper, writtenPaper } from './paper.ts';

/** What the operator keeps for all: a group of enterprises, a template of a station, a paper of the meter that is polled. */
export async function enterPlatform(client: Client, members: readonly number[]): Promise<void> {
  const desk = new Desk(client);
  await desk.ensure(
    'archive/group',
    { groupCode: 'demo' },
    { groupName: '示范集团', consumerIdList: members },
  );
  const item = await desk.find('archive/dataItem', { dataCode: 'PZ' });
  await desk.ensure(
    'archive/template',
    { templateCode: 'station' },
    {
      templateName: '标准配电站',
      deviceType: DEVICE_TYPE.electricityMeter,
      dataItemIdList: item ? [item.id] : [],
      objects: {
        nodes: [
          { name: '配电室', category: '1', typeCode: 'switchRoom', level: 0 },
          { name: '1# 变压器', category: '2', typeCode: 'transformer', level: 1 },
        ],
      },
    },
  );
  await fileRegisters(client, desk);
}

/** The paper of the meter model that is polled: where its values lie. */
async function fileRegisters(client: Client, desk: Desk): Promise<void> {
  const model = await desk.find('archive/deviceModel', { deviceModelCode: 'SIM-3P' });
  const title = '模拟三相电表寄存器表';
  if (!model || (await desk.find('archive/deviceModelFile', { fileName: `${title}.pdf` }))) return;
  const lines = METER_SLOTS.map(
    ({ dataCode, address, valueType, scale }) => `${dataCode}：地址 ${address}，${valueType}，系数 ${scale}`,
  );
  const file = await writtenPaper(title, lines);
  await sendPaper(client, 'archive/deviceModelFile', title, file, {
    deviceModelId: model.id,
    type: 'manual',
  });
}

interface Post {
  readonly title: string;
}

const POSTS = [
  [
    '本周检修安排',
    '周三 08:00–12:00 检修 2# 除尘风机，届时电量会明显下降。',
    '已告知值班电工，检修期间不再派单。',
  ],
  ['避峰建议', '18:00–21:00 为高峰时段，请尽量安排在谷段开炉。', '炼钢车间从下周起按此排产。'],
] as const;

/** What people of an enterprise tell each other. @param person one of them */
export async function enterPosts(person: Client, consumerId: number): Promise<void> {
  const known = await person.get<readonly Post[]>('/api/sys/post/getall');
  for (const [title, text, reply] of POSTS) {
    if (known.some((one) => one.title === title)) continue;
    const { id } = await person.post<Row>('/api/sys/post/add', {
      consumerId,
      title,
      content: `<p>${text}</p>`,
      pinned: false,
    });
    await person.post('/api/sys/postReply/add', { postId: id, consumerId, content: `<p>${reply}</p>` });
  }
}

interface Meter {
  readonly id: number;
  readonly consumerId: number;
  readonly ammeterCode: string;
}

/**
 * Keeps a view that everybody of an enterprise may open, as the one with which its screen opens for the person who made it:
 * lines of two meters over the last days. @throws Refused
 */
export async function enterTrend(
  person: Client,
  consumerId: number,
  codes: readonly [string, string],
  name: string,
): Promise<void> {
  const views = await person.get<readonly { name: string }[]>('/api/analysis/savedView/getList', {
    consumerId,
    screen: 'trend',
  });
  if (views.length > 0) return;
  const meters = await person.get<readonly Meter[]>('/api/archive/ammeter/getall');
  const date = (back: number): string => utcDate(Date.now() - back * DAY_MS);
  const lines = codes.flatMap((code) => {
    const meter = meters.find((one) => one.consumerId === consumerId && one.ammeterCode === code);
    return meter ? [`${meter.id}~PP~201~${date(7)}~${date(1)}`] : [];
  });
  await person.post('/api/analysis/savedView/add', {
    consumerId,
    screen: 'trend',
    name,
    shared: true,
    isDefault: true,
    settings: JSON.stringify({ lines: lines.join('_') }),
  });
}

/** The people of the plants, each with one session; one who has another password by now is left alone from then on. */
export class People {
  readonly #baseUrl: string;
  readonly #known = new Map<string, Client | undefined>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** The energy manager of a plant, signed in; undefined where the password of the demonstration does not fit. */
  async of({ code }: PlantDesign): Promise<Client | undefined> {
    if (this.#known.has(code)) return this.#known.get(code);
    const person = new Client(this.#baseUrl, 'zh');
    try {
      await person.login(code, `${code}-demo`);
      this.#known.set(code, person);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#known.set(code, undefined);
    }
    return this.#known.get(code);
  }

  /** The sessions are over: who is asked for next signs in anew. */
  forget(): void {
    for (const [code, person] of this.#known) if (person) this.#known.delete(code);
  }
}
