import { sql } from 'kysely';
import * as z from 'zod';
import { COMMAND_STATES, type CommandState } from '#contract/control.ts';
import type { Page } from '#contract/envelope.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging, yesNo } from '#contract/param.ts';
import { textIn } from '#contract/text.ts';
import { momentAt, startOfDate } from '#domain/time/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import { defineRoute } from '#server/route.ts';
import type { CommandWire, EndCounts, StepWire } from '../contract.ts';
import { groundsOf } from '../domain/grounds.ts';
import { rightOf } from './person.ts';
import { commandWire, commandWires, stepWires } from './present.ts';

const filters = {
  consumerId: id().optional(),
  siteId: id().optional(),
  objectId: id().optional(),
  controlId: id().optional(),
  state: z.enum(Object.keys(COMMAND_STATES) as [CommandState, ...CommandState[]]).optional(),
  begin: z.iso.date().optional(),
  end: z.iso.date().optional(),
};

type Filters = z.output<z.ZodObject<typeof filters>>;

/** Days are those of the platform's own zone. */
const rangeOf = ({ begin, end, state, ...rest }: Filters) => ({
  ...rest,
  states: state === undefined ? undefined : [state],
  from: begin === undefined ? undefined : startOfDate(HOME_ZONE, begin),
  to: end === undefined ? undefined : startOfDate(HOME_ZONE, end, 1),
});

const getCommands = defineRoute({
  method: 'GET',
  path: '/api/archive/iRemoteControl/getCommands',
  summary: { zh: '遥控：操作历史', en: 'Control: what was operated' },
  permission: rightOf('view'),
  params: z.object({ ...paging, ...filters, toApprove: yesNo().optional(), decided: yesNo().optional() }),
  example: { pageSize: 20 },
  handler: async ({ trx, caller, params }): Promise<Page<CommandWire> & { counts: EndCounts }> => {
    const { current, pageSize } = pageOf(params);
    const query = { ...rangeOf(params), toApprove: params.toApprove, decided: params.decided };
    const { list, total } = await commandWires(
      trx,
      { ...query, limit: pageSize, offset: (current - 1) * pageSize },
      caller.employeeId,
    );
    return { list, pagination: { current, pageSize, total }, counts: await countsOf(trx, params) };
  },
});

async function countsOf(trx: Parameters<typeof commandWire>[0], params: Filters): Promise<EndCounts> {
  const { consumerId = null, siteId = null, objectId = null, controlId = null } = params;
  const { rows } = await sql<EndCounts>`
    select count(*)::integer as total, count(*) filter (where k.state = 'verified')::integer as verified,
      count(*) filter (where k.state = 'mismatch')::integer as mismatch,
      count(*) filter (where k.state = 'unknown')::integer as unknown,
      count(*) filter (where k.state = 'refused')::integer as refused
    from control_command k join i_remote_control r on r.id = k.control_id
    where k.requested_at > now() - interval '30 days'
      and (${consumerId}::integer is null or k.consumer_id = ${consumerId})
      and (${siteId}::integer is null or r.site_id = ${siteId})
      and (${objectId}::integer is null or r.object_id = ${objectId})
      and (${controlId}::integer is null or k.control_id = ${controlId})`.execute(trx);
  return rows[0] ?? { total: 0, verified: 0, mismatch: 0, unknown: 0, refused: 0 };
}

const getCommand = defineRoute({
  method: 'GET',
  path: '/api/archive/iRemoteControl/getCommand',
  summary: { zh: '遥控：一条命令及其每一步', en: 'Control: one command with each of its steps' },
  permission: rightOf('view'),
  params: z.object({ commandId: id() }),
  example: { commandId: 1 },
  handler: async ({
    trx,
    caller,
    params,
  }): Promise<{ command: CommandWire; steps: StepWire[]; now: number }> => {
    const command = await commandWire(trx, params.commandId, caller.employeeId);
    if (!command) throw noSuchRow();
    return { command, steps: await stepWires(trx, params.commandId), now: Date.now() };
  },
});

const MOST_ROWS = 20_000;

const tooMany = () =>
  badInput(
    {
      zh: `开始日期：一次最多导出 ${MOST_ROWS} 条，请缩短时间段`,
      en: `Begin: at most ${MOST_ROWS} operations at once, ask for less time`,
    },
    'begin',
  );

const exportCommands = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/iRemoteControl/exportCommands',
  summary: { zh: '遥控：导出操作历史', en: 'Control: export what was operated' },
  permission: rightOf('view'),
  params: z.object({ ...filters, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example: { format: 'csv' },
  handler: async ({ trx, caller, params, language }) => {
    const query = { ...rangeOf(params), limit: MOST_ROWS, offset: 0 };
    const { list, total } = await commandWires(trx, query, caller.employeeId);
    if (total > MOST_ROWS) throw tooMany();
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const name = say('操作历史', 'Operations');
    const at = (zone: string, value: number | null): string | null =>
      value === null ? null : momentAt(zone, value);
    return {
      fileName: `${name}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name,
        columns: [
          { header: say('时间', 'Time'), width: 20 },
          { header: say('编号', 'Number') },
          { header: say('控制点', 'Output'), width: 24 },
          { header: say('站点', 'Site') },
          { header: say('目标', 'Target') },
          { header: say('结果', 'Result') },
          { header: say('依据', 'Reason'), width: 30 },
          { header: say('发出', 'Sent'), width: 20 },
          { header: say('操作', 'By') },
          { header: say('审批', 'Decided by') },
          { header: say('承诺 kW', 'Promised kW') },
          { header: say('核实 kW', 'Measured kW') },
        ],
        rows: list.map((row) => [
          at(row.timeZone, row.requestedAt),
          row.controlCode,
          row.controlName,
          row.siteName,
          row.adjusts
            ? row.target
            : (textIn(
                row.states.find(({ value }) => value === row.target),
                language,
              ) ?? row.target),
          textIn(COMMAND_STATES[row.state], language),
          groundsOf(row)
            .map((text) => textIn(text, language))
            .join(say('；', '; ')) || null,
          at(row.timeZone, row.sentAt),
          row.byName,
          row.approvedByName,
          row.kwPromised,
          row.kwBefore === null || row.kwAfter === null
            ? null
            : Math.round((row.kwBefore - row.kwAfter) * 100) / 100,
        ]),
      }),
    };
  },
});

export const historyRoutes = [getCommands, getCommand, exportCommands];
