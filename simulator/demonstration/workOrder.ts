import type { PlantDesign } from '../plant/meter.ts';
import { Client, Refused } from './client.ts';
import { type Desk, withEnglish } from './desk.ts';
import { sendPaper, writtenPaper } from './paper.ts';

const AT = '/api/alarm/workOrder';
const DAY_MS = 86_400_000;

interface Order {
  readonly orderName: string;
  readonly demand: string;
  readonly urgency: string;
  readonly description: string;
  /** Days from now. */
  readonly due: number;
  /** The moves after `new`, each with what is said. */
  readonly moves: readonly (readonly [state: string, said?: string])[];
  readonly parts?: readonly (readonly [name: string, quantity: number, unit: string, cost: number])[];
  /** What hangs on it: its title and its lines. */
  readonly paper?: readonly [title: string, ...lines: string[]];
}

/** Work orders of a plant, one in every state of their life. */
export const ORDERS: readonly Order[] = [
  {
    orderName: '2# 采集网关更换电源',
    demand: 'repair',
    urgency: '2',
    description: '夜间断续离线，怀疑电源模块老化。',
    due: 1,
    moves: [],
  },
  {
    orderName: '总配电室月度巡检',
    demand: 'inspect',
    urgency: '4',
    description: '按巡检表逐项检查，记录母线温度。',
    due: 5,
    moves: [['assigned']],
  },
  {
    orderName: '1# 主变压器清扫与紧固',
    demand: 'maintain',
    urgency: '3',
    description: '停电窗口内完成，先办理工作票。',
    due: 3,
    moves: [['assigned'], ['working']],
    parts: [['绝缘子清洁布', 10, '块', 35]],
  },
  {
    orderName: '进线电能表接线端子发热',
    demand: 'repair',
    urgency: '1',
    description: '红外测温偏高，检查并紧固。',
    due: 2,
    moves: [['assigned'], ['working'], ['done', '端子已更换并按力矩紧固，复测温升正常。']],
    parts: [
      ['接线端子', 3, '只', 48.6],
      ['热缩管', 2, '米', 7.2],
    ],
    paper: ['红外测温记录', '处理前 A 相端子 78 ℃，B、C 相 41 ℃。', '处理后三相 39–40 ℃，环境 24 ℃。'],
  },
  {
    orderName: '水表读数核查',
    demand: 'data',
    urgency: '3',
    description: '与现场示值核对，补录缺口。',
    due: 4,
    moves: [['assigned'], ['working'], ['done', '示值一致，缺口已补录。'], ['accepted']],
  },
  {
    orderName: '临时用电计量装置移位',
    demand: 'other',
    urgency: '4',
    description: '施工方申请移位。',
    due: 7,
    moves: [['cancelled', '施工方撤回申请。']],
  },
];

/** Enters the work orders of a plant and moves each as far as it has come. */
export async function enterWorkOrders(
  client: Client,
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
): Promise<void> {
  const siteId = (await desk.find('archive/monitorSite', { consumerId, orgCode: design.sites[0]?.code }))?.id;
  const worker = await desk.find('sys/orgEmployee', {
    userName: design.code === 'steel' ? 'electrician' : design.code,
  });
  const hands = await handsOf(client, String(worker?.['userName'] ?? ''));
  for (const { moves, parts = [], paper, due, ...order } of ORDERS) {
    if (await desk.find('alarm/workOrder', { consumerId, orderName: order.orderName })) continue;
    const dueAt = new Date(Date.now() + due * DAY_MS).toISOString();
    const place = { consumerId, dueAt, ...(siteId === undefined ? {} : { siteId }) };
    const { id } = await client.post<{ id: number }>(
      `${AT}/add`,
      withEnglish('alarm/workOrder', { ...order, ...place }),
    );
    for (const [orderState, procInfo] of moves)
      await (orderState === 'done' ? hands : client).post(`${AT}/move`, {
        id,
        orderState,
        ...(orderState === 'assigned' && worker ? { assigneeId: worker.id } : {}),
        ...(procInfo === undefined ? {} : { procInfo }),
      });
    for (const [partName, quantity, unit, cost] of parts)
      await client.post('/api/alarm/workOrderPart/add', {
        workOrderId: id,
        consumerId,
        partName,
        quantity,
        unit,
        cost,
      });
    if (paper) {
      const [title, ...lines] = paper;
      const file = await writtenPaper(title, lines);
      await sendPaper(client, 'alarm/workOrderFile', title, file, { workOrderId: id, type: 'paper' });
    }
  }
}

/** Whoever does the work says so, as whoever accepts must be another. */
async function handsOf(client: Client, userName: string): Promise<Client> {
  const hands = new Client(client.baseUrl, 'zh');
  try {
    await hands.login(userName, `${userName}-demo`);
    return hands;
  } catch (error) {
    // Its password was changed.
    if (error instanceof Refused) return client;
    throw error;
  }
}
