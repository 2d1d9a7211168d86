import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { AGREEMENT, GENERAL, PLAN, REGISTRATION } from '../contract.ts';
import type { ParamType } from '#contract/workflow.ts';

interface ShippedParam {
  readonly code: string;
  readonly name: Text;
  readonly type?: ParamType;
  readonly optional?: true;
}

interface Shipped {
  readonly code: string;
  readonly name: Text;
  readonly type: string;
  readonly info: string;
  readonly node: Text;
  readonly params: readonly ShippedParam[];
  /** Only operators start it by hand. */
  readonly byOperators?: true;
  /** Holders of this shipped role in the applicant's enterprise may agree, too. */
  readonly ownRole?: string;
}

const SHIPPED: readonly Shipped[] = [
  {
    code: REGISTRATION,
    name: { zh: '企业注册审批', en: 'Registration of an enterprise' },
    type: 'account',
    info: '企业在注册页面提交，通过后自动建立企业、角色与账号。 / Sent from the registration page; on agreement enterprise, role and account are made.',
    node: { zh: '平台审批', en: 'Approval by the platform' },
    byOperators: true,
    params: [
      { code: 'orgName', name: { zh: '企业名称', en: 'Enterprise name' } },
      { code: 'orgCode', name: { zh: '统一社会信用代码', en: 'Unified social credit code' } },
      { code: 'address', name: { zh: '地址', en: 'Address' }, optional: true },
      { code: 'contactName', name: { zh: '联系人', en: 'Contact' } },
      { code: 'phone', name: { zh: '手机号', en: 'Mobile number' } },
      { code: 'email', name: { zh: '邮箱', en: 'E-mail' }, optional: true },
      { code: 'userName', name: { zh: '登录名', en: 'User name' } },
      { code: 'remark', name: { zh: '说明', en: 'Remark' }, optional: true },
    ],
  },
  {
    code: AGREEMENT,
    name: { zh: '电价协议审批', en: 'Approval of a price agreement' },
    type: 'other',
    info: '企业新增的电价协议由平台核对后生效，费用与账单随即按其计算。 / An agreement that an enterprise enters comes into force when the platform agrees; costs and bills follow.',
    node: { zh: '电价核对', en: 'Prices checked by the platform' },
    byOperators: true,
    params: [
      { code: 'agreementId', name: { zh: '协议编号', en: 'Agreement' } },
      { code: 'account', name: { zh: '户号', en: 'Account' } },
      { code: 'object', name: { zh: '计费对象', en: 'Billed object' } },
      { code: 'scheme', name: { zh: '电价方案', en: 'Scheme' } },
      { code: 'beginDt', name: { zh: '开始日期', en: 'From' } },
      { code: 'endDt', name: { zh: '结束日期', en: 'To' }, optional: true },
      { code: 'capacity', name: { zh: '变压器容量', en: 'Capacity' }, optional: true },
      { code: 'contractDemand', name: { zh: '合同需量', en: 'Contract demand' }, optional: true },
    ],
  },
  {
    code: PLAN,
    name: { zh: '储能计划审批', en: 'Approval of a storage plan' },
    type: 'equipment',
    info: '计划曲线须由编制人以外的人批准后才能下发。 / A plan curve is issued only after somebody other than its maker has agreed.',
    node: { zh: '计划批准', en: 'The plan is agreed to' },
    byOperators: true,
    ownRole: 'accountAdmin',
    params: [
      { code: 'planCurveId', name: { zh: '计划记录', en: 'Record of the plan' } },
      { code: 'station', name: { zh: '储能电站', en: 'Station' } },
      { code: 'planDate', name: { zh: '计划日期', en: 'Day' } },
      { code: 'version', name: { zh: '版本', en: 'Version' } },
      { code: 'energy', name: { zh: '计划放 / 充电量', en: 'To be discharged / charged' } },
      { code: 'socStart', name: { zh: '起始 SOC', en: 'State of charge at the beginning' }, optional: true },
    ],
  },
  {
    code: GENERAL,
    name: { zh: '通用申请', en: 'General request' },
    type: 'other',
    info: '没有专用流程的事项：写明内容，由平台处理。 / For what has no workflow of its own: say what you need, the platform handles it.',
    node: { zh: '平台处理', en: 'Handled by the platform' },
    params: [
      { code: 'content', name: { zh: '申请内容', en: 'What is asked for' } },
      { code: 'wantedBy', name: { zh: '期望完成日期', en: 'Wanted by' }, type: 'date', optional: true },
    ],
  },
];

/** Brings the workflows that the product ships into the database; what people made of them stays. */
export async function shipWorkflows(db: Db): Promise<void> {
  for (const one of SHIPPED) await db.transaction().execute((trx) => ship(trx, one));
}

async function ship(trx: Db, one: Shipped): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into workflow (workflow_name, workflow_name_en, workflow_code, workflow_type, reapply_from, self_approval,
      max_turns, info, state)
    values (${one.name.zh}, ${one.name.en}, ${one.code}, ${one.type}, 'first', false, 3, ${one.info}, '1')
    on conflict (workflow_code) do nothing returning id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) return;
  const { rows: nodes } = await sql<{ id: number }>`
    insert into workflow_node (node_name, node_name_en, workflow_id, ix, mode, allow_turn)
    values (${one.node.zh}, ${one.node.en}, ${id}, 1, 'any', true) returning id`.execute(trx);
  await sql`insert into workflow_node_org (handler_name, handler_name_en, node_id, handler_kind, role_id, ix)
    select role_name, role_name_en, ${nodes[0]?.id ?? 0}, 'role', id, 1 from org_role where role_code = 'operator'`.execute(
    trx,
  );
  if (one.ownRole !== undefined)
    await sql`insert into workflow_node_org (handler_name, handler_name_en, node_id, handler_kind, role_id, ix)
      select role_name, role_name_en, ${nodes[0]?.id ?? 0}, 'own', id, 2 from org_role
      where role_code = ${one.ownRole}`.execute(trx);
  for (const [ix, param] of one.params.entries())
    await sql`insert into workflow_param (param_name, param_name_en, param_code, workflow_id, param_type, required, ix)
      values (${param.name.zh}, ${param.name.en}, ${param.code}, ${id}, ${param.type ?? 'text'},
        ${!param.optional}, ${ix + 1})`.execute(trx);
  if (one.byOperators)
    await sql`insert into workflow_control (control_name, workflow_id, control_kind, role_id)
      select role_name, ${id}, 'apply', id from org_role where role_code = 'operator'`.execute(trx);
}
