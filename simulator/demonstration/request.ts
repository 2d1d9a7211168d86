import type { Client } from './client.ts';
import { Desk } from './desk.ts';

const REQUEST = '/api/sys/workflowRequest';

interface Ask {
  readonly title: string;
  readonly content: string;
  readonly wantedBy?: string;
}

/** What the energy manager of the first enterprise asks for, in this order. */
const ASKED: readonly Ask[] = [
  {
    title: '新增只读账号',
    content: '车间主任需要查看用能数据，请开通只读账号。',
  },
  {
    title: '更换 E-110 进线表',
    content: '表计到检定周期，计划下周停电更换。',
    wantedBy: '2026-12-31',
  },
  {
    title: '调整峰谷时段',
    content: '本省新的分时电价下月执行，请核对时段。',
  },
  {
    title: '开通展示屏',
    content: '厂区大厅需要一块用能展示屏。',
  },
  {
    title: '导出上年度账单',
    content: '财务审计需要上年度全部账单。',
  },
  {
    title: '申请现场培训',
    content: '新到岗两名计量员，请安排一次培训。',
  },
];

/** What the operator asks for. */
const OWN: readonly Ask[] = [
  {
    title: '采购备用网关',
    content: '备用网关只剩一台，建议补充三台。',
  },
  {
    title: '月度巡检安排',
    content: '下月巡检计划，请确认。',
  },
  {
    title: '历史数据归档',
    content: '三年以前的导入文件转存。',
  },
];

/** A workflow with something to fill in on the way: who pays for a new meter. */
async function enterPurchase(client: Client): Promise<void> {
  const desk = new Desk(client);
  const role = await desk.find('sys/orgRole', { roleCode: 'operator' });
  const workflowId = await desk.ensure(
    'sys/workflow',
    { workflowCode: 'purchase' },
    {
      workflowName: '表计采购审批',
      workflowNameEn: 'Purchase of meters',
      workflowType: 'equipment',
      info: '采购前先核价，再确认。',
    },
  );
  const nodes = [
    ['核价', 'Price', 1],
    ['确认', 'Confirmation', 2],
  ] as const;
  for (const [nodeName, nodeNameEn, ix] of nodes) {
    const nodeId = await desk.ensure('sys/workflowNode', { workflowId, nodeName }, { nodeNameEn, ix });
    const handler = { handlerKind: 'role', roleId: role?.id };
    await desk.ensure('sys/workflowNodeOrg', { nodeId, handlerName: '平台运营' }, handler);
    const field = { fieldName: '金额（元）', fieldNameEn: 'Amount (yuan)', fieldType: 'decimal' };
    if (ix === 1) await desk.ensure('sys/workflowNodeField', { nodeId, fieldCode: 'amount' }, field);
  }
  const query = { paramName: '表计与数量', paramNameEn: 'Meters and number' };
  await desk.ensure('sys/workflowParam', { workflowId, paramCode: 'meters' }, query);
}

/**
 * Requests in every state, so that lists and histories have something to show. Done once: what is there stays.
 * @param operator the operator's session; `person` that of an enterprise
 */
export async function enterRequests(operator: Client, person: Client): Promise<void> {
  const { pagination } = await operator.get<{ pagination: { total: number } }>(`${REQUEST}/getList`);
  if (pagination.total > 0) return;
  await enterPurchase(operator);
  const apply = async (
    client: Client,
    workflowCode: string,
    title: string,
    params: object,
  ): Promise<number> =>
    (await client.post<{ id: number }>(`${REQUEST}/apply`, { workflowCode, title, params })).id;
  const ids: number[] = [];
  for (const { title, ...params } of ASKED) ids.push(await apply(person, 'general', title, params));
  ids.push(
    await apply(person, 'purchase', '采购 3 块多功能电表', {
      meters: '多功能电表 3 块',
    }),
  );
  for (const { title, ...params } of OWN) ids.push(await apply(operator, 'general', title, params));
  const [, , , , bills, training] = ids;
  await operator.post(`${REQUEST}/agree`, {
    id: bills,
    note: '账单已发送至企业邮箱。',
  });
  await operator.post(`${REQUEST}/disagree`, {
    id: training,
    note: '请补充人数与希望的日期。',
  });
  await operator.post(`${REQUEST}/callback`, { id: ids.at(-1) });
}
