import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { badInput, Fault, noSuchRow } from '#contract/error.ts';
import { id, idList, pageOf, paging } from '#contract/param.ts';
import { textIn } from '#contract/text.ts';
import { PROCESS, type Process } from '#domain/alarm/process.ts';
import { type Call, defineRoute } from '#server/route.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { AlarmAct, StateResult } from '../contract.ts';
import { changeProcess, type Wish } from './process.ts';

const CONFIRM = 'event.alarmRecord.confirm';

const confirm = defineRoute({
  method: 'POST',
  path: '/api/alarm/record/confirm',
  summary: { zh: '确认告警', en: 'Confirm an alarm' },
  permission: CONFIRM,
  params: z.object({ alarmRecordId: id(), confirmInfo: z.string().max(1000).default('') }),
  example: { alarmRecordId: 1, confirmInfo: 'seen' },
  handler: async ({ trx, caller, params }) => {
    const wish = { to: PROCESS.confirmed, text: params.confirmInfo, field: 'confirmInfo' } as const;
    await changeProcess(trx, caller, params.alarmRecordId, wish);
    return { alarmRecordId: params.alarmRecordId };
  },
});

/** Changes several; what cannot be changed is told beside what was (all or nothing for each record). */
async function changeSeveral(
  { trx, caller, language }: Pick<Call<unknown>, 'trx' | 'caller' | 'language'>,
  ids: readonly number[],
  wish: Wish,
): Promise<StateResult[]> {
  const results: StateResult[] = [];
  // In one order, so that two who change the same records never wait for each other.
  for (const one of [...new Set(ids)].toSorted((a, b) => a - b))
    try {
      await changeProcess(trx, caller, one, wish);
      results.push({ id: one, ok: true, message: null });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      results.push({ id: one, ok: false, message: textIn(error.text, language) });
    }
  return results;
}

/** Sets where several records stand; with the menus of people and with those of the customer area. */
const editState = (path: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: { zh: '批量修改告警处理状态', en: 'Set the state of several alarms' },
    permission: CONFIRM,
    params: z.object({
      ids: idList(),
      state: z.coerce.number().int().min(0).max(5),
      procInfo: z.string().max(1000).default(''),
    }),
    example: { ids: '1', state: 1, procInfo: 'seen' },
    handler: async (call): Promise<StateResult[]> => {
      const { ids, state, procInfo } = call.params;
      const to = state as Process;
      if (to === PROCESS.untreated)
        throw badInput({ zh: '状态：不能改回未处理', en: 'State: nothing goes back to untreated' }, 'state');
      return changeSeveral(call, ids, { to, text: procInfo, field: 'procInfo' });
    },
  });

/** The second of the two ways to confirm that the specification knows; one machine stands behind both. */
const alarmConfirm = (path: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: { zh: '批量确认告警', en: 'Confirm several alarms' },
    permission: CONFIRM,
    params: z.object({ ids: idList(), procInfo: z.string().max(1000).default('') }),
    example: { ids: '1', procInfo: 'seen' },
    handler: (call): Promise<StateResult[]> =>
      changeSeveral(call, call.params.ids, {
        to: PROCESS.confirmed,
        text: call.params.procInfo,
        field: 'procInfo',
      }),
  });

const comment = defineRoute({
  method: 'POST',
  path: '/api/alarm/record/comment',
  summary: { zh: '告警备注', en: 'Comment on an alarm' },
  permission: CONFIRM,
  params: z.object({ alarmRecordId: id(), info: z.string().trim().min(1).max(300) }),
  example: { alarmRecordId: 1, info: 'the feeder was tested' },
  handler: async ({ trx, caller, params }) => {
    const { rows } = await sql<{ id: number }>`
      insert into alarm_act (record_id, consumer_id, kind, by_id, by_name, info)
      select id, consumer_id, 'comment', ${caller.employeeId}, ${caller.name}, ${params.info}
      from alarm_record where id = ${params.alarmRecordId} returning record_id as id`.execute(trx);
    if (!rows[0]) throw noSuchRow();
    return { alarmRecordId: rows[0].id };
  },
});

const getActs = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getActs',
  summary: { zh: '告警处理过程', en: 'What was done with an alarm' },
  permission: 'event.alarmRecord.view',
  params: z.object({ alarmRecordId: id(), ...paging }),
  example: { alarmRecordId: 1 },
  handler: async ({ trx, params }): Promise<Page<AlarmAct>> => {
    const { current, pageSize } = pageOf(params);
    const { rows: found } = await sql<{ total: number | null }>`
      select (select count(*)::integer from alarm_act where record_id = r.id) as total
      from alarm_record r where r.id = ${params.alarmRecordId}`.execute(trx);
    if (!found[0]) throw noSuchRow();
    const { rows } = await sql<AlarmAct>`
      select id::integer, at, kind, ${signer('by_name', 'by_id')} as "byName", from_process as "fromProcess", to_process as "toProcess",
        shown_name(info, info_en) as info, until_at as "until"
      from alarm_act where record_id = ${params.alarmRecordId}
      order by id desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return { list: rows, pagination: { current, pageSize, total: found[0].total ?? 0 } };
  },
});

export const actRoutes = [
  confirm,
  editState('/api/alarm/record/editState'),
  editState('/api/hxyUser/userAlarmRecord/editState'),
  alarmConfirm('/api/event/alarmRecord/alarmConfirm'),
  alarmConfirm('/api/hxyUser/userAlarmRecord/alarmConfirm'),
  comment,
  getActs,
];
