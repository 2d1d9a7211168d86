import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { JsonRow, SlotCall, Slots, Values } from '#server/resource/slot.ts';

const NEEDS: Readonly<Record<string, readonly [string, string, string]>> = {
  role: ['roleId', '角色', 'Role'],
  own: ['roleId', '角色', 'Role'],
  person: ['employeeId', '人员', 'Person'],
  org: ['orgId', '企业', 'Enterprise'],
};

/** A handler names what its kind needs. */
export const nodeOrgSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    const row: Values = { ...before, ...values };
    const [key, zh, en] = NEEDS[String(row['handlerKind'])] ?? ['handlerKind', '处理方类型', 'Kind'];
    if (row[key] == null)
      throw badInput({ zh: `${zh}：必填`, en: `${en}: is required for a handler of this kind` }, key);
  },
};

/** A control names a role or a person. */
export const controlSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    const row: Values = { ...before, ...values };
    if (row['roleId'] == null && row['employeeId'] == null)
      throw badInput({ zh: '角色：角色与人员至少填一项', en: 'Role: name a role or a person' }, 'roleId');
  },
};

const goes = (...tables: readonly (readonly [table: string, column: string])[]): Slots => ({
  beforeDelete: async ({ trx }, row) => {
    for (const [table, column] of tables)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${row.id}`.execute(trx);
  },
});

/** With a node go its handlers and fields; requests on their way keep the node as it was. */
export const nodeSlots: Slots = goes(['workflow_node_org', 'node_id'], ['workflow_node_field', 'node_id']);

/** A workflow with requests stays: it is put out of use instead. */
export const workflowSlots: Slots = {
  beforeDelete: async ({ trx, services }, row) => {
    const { rows } = await sql`select 1 from workflow_request where workflow_id = ${row.id} limit 1`.execute(
      services.system,
    );
    if (rows.length > 0)
      throw conflict({
        zh: '该流程已有申请，不能删除，可以停用',
        en: 'There are requests of this workflow: put it out of use instead of deleting it',
      });
    const nodes = sql`(select id from workflow_node where workflow_id = ${row.id})`;
    await sql`delete from workflow_node_org where node_id in ${nodes}`.execute(trx);
    await sql`delete from workflow_node_field where node_id in ${nodes}`.execute(trx);
    for (const table of ['workflow_node', 'workflow_param', 'workflow_control'])
      await sql`delete from ${sql.table(table)} where workflow_id = ${row.id}`.execute(trx);
  },
};

const EDITABLE = ['0', '2', '5'];
const underWay = () =>
  conflict({
    zh: '申请已提交，只能通过流程动作改变',
    en: 'The request is on its way: only the actions of the workflow change it',
  });

/** The row of a file that has neither an id nor unique fields: the one that says the same. */
const sameBy =
  (table: string, fields: Readonly<Record<string, string>>): NonNullable<Slots['findSame']> =>
  async ({ trx }, values) => {
    const same = Object.entries(fields).map(
      ([key, column]) => sql`${sql.ref(column)} = ${values[key] ?? null}`,
    );
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
      where ${sql.join(same, sql` and `)} order by id limit 1`.execute(trx);
    return rows[0]?.id;
  };

/** Rows added by hand are drafts of the one who adds them; what is on its way is moved by its actions alone. */
export const requestSlots: Slots = {
  findSame: sameBy('workflow_request', { requestTitle: 'request_title', workflowId: 'workflow_id' }),
  beforeSave: async ({ caller }, values, before) => {
    if (before === null) {
      values['applicantId'] = caller.employeeId;
      values['applicantName'] = caller.name;
    } else if (!EDITABLE.includes(String(before['state']))) throw underWay();
    else if (before['state'] !== '0' && 'workflowId' in values) delete values['workflowId'];
  },
  beforeDelete: async ({ trx, services }, row) => {
    const { rows } = await sql`select 1 from workflow_proc_info
      where request_id = ${row.id} and action <> 'note' limit 1`.execute(services.system);
    if (rows.length > 0)
      throw conflict({
        zh: '已提交过的申请保留历史，不能删除',
        en: 'A request that was sent keeps its history and cannot be deleted',
      });
    await sql`delete from workflow_param_data where request_id = ${row.id}`.execute(trx);
    await sql`delete from workflow_proc_info where request_id = ${row.id}`.execute(trx);
  },
};

async function requestOf(
  { trx }: SlotCall,
  values: Values,
): Promise<{ state: string; consumerId: number | null }> {
  const { rows } = await sql<{ state: string; consumerId: number | null }>`
    select state, consumer_id as "consumerId" from workflow_request
    where id = ${Number(values['requestId'])}`.execute(trx);
  if (!rows[0])
    throw badInput({ zh: '申请：没有此记录', en: 'Request: there is no such record' }, 'requestId');
  return rows[0];
}

/** Belongs to the enterprise of its request. */
export const paramDataSlots: Slots = {
  beforeSave: async (call, values, before) => {
    const request = await requestOf(call, { ...before, ...values });
    if (!EDITABLE.includes(request.state)) throw underWay();
    values['consumerId'] = request.consumerId;
  },
  beforeDelete: async (call, row) => {
    if (!EDITABLE.includes((await requestOf(call, row)).state)) throw underWay();
  },
};

const kept = (row: JsonRow) => {
  if (row['action'] !== 'note')
    throw conflict({
      zh: '流程动作的记录不能修改或删除',
      en: 'What the actions of a workflow have written cannot be changed or deleted',
    });
};

/** A note has an author and a time; rows of actions are kept as they are. */
export const procInfoSlots: Slots = {
  findSame: sameBy('workflow_proc_info', { requestId: 'request_id', note: 'note' }),
  beforeSave: async (call, values, before) => {
    const request = await requestOf(call, { ...before, ...values });
    values['consumerId'] = request.consumerId;
    if (before === null) {
      values['actorId'] = call.caller.employeeId;
      values['actorName'] = call.caller.name;
      values['at'] = new Date().toISOString();
    } else kept(before);
  },
  beforeDelete: async (_call, row) => kept(row),
};
