import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, Fault, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import { proveForSession } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Call, defineRoute, Later, type Services } from '#server/route.ts';
import type { CommandWire, SelectedWire } from '../contract.ts';
import { readRelayStatus } from '../domain/relayStatus.ts';
import type { Asking } from './asSeen.ts';
import { cancelFor, code, operateAllFor, password, passwordNeeded, selectOnce } from './commandRoutes.ts';
import { provenOf, rightOf } from './person.ts';
import { readPositions } from './readNow.ts';

interface Output {
  readonly id: number;
  readonly relayNumber: number | null;
  readonly direct: boolean;
}

/** What one call asks of an output. */
interface Asked {
  readonly output: Output;
  readonly target: number;
}

/** What came of a call: a command each, in the order of asking. */
interface Sent {
  readonly commands: readonly CommandWire[];
}

/** A position as it was read for a call. */
interface Position {
  readonly controlId: number;
  readonly relayNumber: number | null;
  /** Null = it could not be read. */
  readonly value: number | null;
  /** ms: when it was read; null = never. */
  readonly heardAt: number | null;
  /** It was read for this call. */
  readonly fresh: boolean;
  readonly failure: Text | null;
}

const SELECTED: Text = {
  zh: '此控制点须先选择再执行：已选择，请在 30 秒内以令牌执行',
  en: 'The output must be selected first: it is selected, operate it with the token within 30 s',
};

/** What a call has selected, of an output that may be operated in one call or not. */
interface Chosen {
  readonly selected: SelectedWire;
  /** This call gave the command: another one under the same key did not. */
  readonly own: boolean;
  readonly direct: boolean;
}

/**
 * Operates outputs that allow it in one call. One that does not is selected, and the caller told so with the token.
 * @throws Fault 403 without the own password, 409 with `data` = what was selected, and what refuses the output
 */
async function send(
  call: Call<{ code?: string | undefined }>,
  asked: readonly Asked[],
  own: string | undefined,
  key: string | undefined,
): Promise<Sent> {
  if (own !== undefined) await proveForSession(call, own, 'password');
  if ((await provenOf(call)) === null) throw passwordNeeded();
  const chosen: Chosen[] = [];
  let commands: readonly CommandWire[];
  try {
    // All are selected, and then judged together: where one is refused, none of them moves.
    for (const { output, target } of asked) {
      const wish = {
        target,
        ...(key === undefined ? {} : { key: asked.length > 1 ? `${key}/${output.id}` : key }),
      };
      chosen.push({ ...(await selectOnce(call, output.id, wish)), direct: output.direct });
    }
    commands = await operateChosen(call, chosen);
  } catch (error) {
    throw await partly(call, error, chosen);
  }
  const waiting = chosen.flatMap(({ direct, selected }) =>
    !direct && isSelected(selected) ? [selected] : [],
  );
  if (waiting.length > 0) throw new Fault(409, SELECTED, undefined, { selected: waiting, commands });
  return { commands };
}

const isSelected = ({ command }: Pick<SelectedWire, 'command'>): boolean => command.state === 'selected';

/** Operates those that may be in one call, all or none. @returns them, and what came the first time of a key that is sent again */
async function operateChosen(call: Asking, chosen: readonly Chosen[]): Promise<CommandWire[]> {
  const ready = chosen.flatMap(({ direct, selected: { command, token } }) =>
    direct && isSelected({ command }) && token !== null ? [{ commandId: command.commandId, token }] : [],
  );
  const operated = await operateAllFor(call, ready);
  const known = new Map(operated.map((one) => [one.commandId, one]));
  return chosen.flatMap(({ selected }) => {
    const one = known.get(selected.command.commandId);
    return one ? [one] : isSelected(selected) ? [] : [selected.command];
  });
}

/** What refused one of several: none was operated, and what this call selected is let go. */
async function partly(call: Asking, error: unknown, chosen: readonly Chosen[]): Promise<Error> {
  for (const { selected, own } of chosen)
    if (own && isSelected(selected)) await cancelFor(call, selected.command.commandId).catch(() => {});
  if (!(error instanceof Fault)) return error instanceof Error ? error : new Error(String(error));
  if (chosen.length === 0) return error;
  const data = typeof error.data === 'object' ? error.data : {};
  const commands = chosen.flatMap(({ selected }) => (isSelected(selected) ? [] : [selected.command]));
  return new Fault(error.code, error.text, error.field, { ...data, commands });
}

interface Which {
  readonly monitorItemId?: number | undefined;
  readonly controlItemId?: number | undefined;
}

const NEITHER: Text = {
  zh: 'monitorItemId：必填（或 controlItemId）',
  en: 'monitorItemId: is required (or controlItemId)',
};

/** The outputs of a monitored value by their relays. @throws Fault 400 where none is named, 404 for one that is not there */
async function outputsOf(trx: Db, which: Which, relays: readonly number[]): Promise<Output[]> {
  const { monitorItemId = null, controlItemId = null } = which;
  if (monitorItemId === null && controlItemId === null) throw badInput(NEITHER, 'monitorItemId');
  const { rows } = await sql<Output>`
    select id, relay_number as "relayNumber", direct from i_remote_control
    where (${monitorItemId}::integer is null or monitor_item_id = ${monitorItemId})
      and (${controlItemId}::integer is null or id = ${controlItemId})
      and relay_number = any (${relays}::integer[])`.execute(trx);
  return relays.map((relay) => {
    const found = rows.filter(({ relayNumber }) => relayNumber === relay);
    if (found.length !== 1 || !found[0])
      throw new Fault(
        404,
        { zh: `继电器路号 ${relay} 没有对应的遥控点`, en: `There is no output of relay ${relay}` },
        'mpNos_status',
      );
    return found[0];
  });
}

const BAD_STATUS: Text = {
  zh: 'mpNos_status：应如 1_1,2_0（路号_状态，1 合 0 分）',
  en: 'mpNos_status: such as 1_1,2_0 is expected (relay_position, 1 on, 0 off)',
};

const relay = {
  monitorItemId: id().optional(),
  /** The output itself, in place of the monitored value that its relays belong to. */
  controlItemId: id().optional(),
  displayMpNo: z.string().max(60).optional(),
  mpNos_status: z.string().min(1).max(1000),
  key: z.string().trim().min(1).max(60).optional(),
  password,
  code,
};

const readsOnly = z.coerce.number().int().min(0).max(1).default(0);

/** Relay control of the specification; `isRead=1` reads the positions back and sends nothing. */
const sendRelayControl = (path: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: { zh: '继电器控制（isRead=1 只读回位置）', en: 'Relay control (isRead=1 reads back only)' },
    permission: rightOf('operate'),
    params: z.object({ ...relay, isRead: readsOnly }),
    example: { monitorItemId: 1, displayMpNo: '1', mpNos_status: '1_1', isRead: 1 },
    toldBy: readBack,
    handler: (call) => relayed(call, call.params),
  });

const sendRelayControlOld = (path: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: { zh: '继电器控制（旧版）', en: 'Relay control, the older call' },
    permission: rightOf('operate'),
    params: z.object({ ...relay, isRead: readsOnly }),
    example: { monitorItemId: 1, displayMpNo: '1', mpNos_status: '1_1', isRead: 1 },
    toldBy: readBack,
    handler: (call) => relayed(call, call.params),
  });

async function relayed(
  call: Call<{ code?: string | undefined }>,
  params: z.output<z.ZodObject<typeof relay>> & { readonly isRead: number },
): Promise<Later<Answer>> {
  const read = params.isRead === 1;
  const asked = readRelayStatus(params.mpNos_status, read);
  if (!asked) throw badInput(BAD_STATUS, 'mpNos_status');
  const outputs = await outputsOf(
    call.trx,
    params,
    asked.map(({ relayNumber }) => relayNumber),
  );
  if (read) return new Later(() => readBack(call.services, outputs));
  const wishes = outputs.map((output, i) => ({ output, target: asked[i]?.status ?? 0 }));
  return new Later(() => send(call, wishes, params.password, params.key));
}

/** What a call answers: commands, or with `isRead` the positions as they were read. */
type Answer = Sent | { readonly positions: readonly Position[] };

/** Waits for devices: after the transaction of the call, so that no connection is held meanwhile. */
async function readBack(services: Services, outputs: readonly Output[]): Promise<Answer> {
  const positions = await readPositions(
    services,
    outputs.map(({ id: one }) => one),
  );
  const list = outputs.map(({ id: controlId, relayNumber }) => ({
    controlId,
    relayNumber,
    ...(positions.get(controlId) ?? { value: null, heardAt: null, fresh: false, failure: null }),
  }));
  return { positions: list };
}

/** Setting a property of a device of the internet of things, and the same by its other name. */
const sendControl = (path: string, zh: string, en: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: { zh, en },
    permission: rightOf('operate'),
    params: z.object({
      iotId: z.string().trim().min(1).max(60),
      identifier: z.string().trim().min(1).max(60),
      value: z.coerce.number(),
      key: relay.key,
      isRead: readsOnly,
      password,
      code,
    }),
    example: { iotId: 'device', identifier: 'setpoint', value: 50, isRead: 1 },
    toldBy: readBack,
    handler: async (call) => {
      const { iotId, identifier, value, key, isRead } = call.params;
      const { rows } = await sql<Output>`
        select id, relay_number as "relayNumber", direct from i_remote_control
        where iot_id = ${iotId} and identifier = ${identifier} order by id limit 2`.execute(call.trx);
      const [output] = rows;
      if (!output) throw noSuchRow();
      if (rows.length > 1)
        throw badInput(
          { zh: 'iotId 与 identifier 对应多个遥控点', en: 'Several outputs have this iotId and identifier' },
          'iotId',
        );
      if (isRead === 1) return new Later(() => readBack(call.services, [output]));
      return new Later(() => send(call, [{ output, target: value }], call.params.password, key));
    },
  });

/** The outputs that a monitored value, a site or an object has, as the choices of linkages and pictures ask for them. */
const getControlItem = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorItem/getControlItem',
  summary: { zh: '可控制的监测项（遥控、遥调）', en: 'Monitored values that can be controlled' },
  permission: rightOf('view'),
  params: z.object({
    monitorItemId: id().optional(),
    monitorObjectId: id().optional(),
    siteId: id().optional(),
    consumerId: id().optional(),
  }),
  example: {},
  handler: async ({ trx, params }): Promise<ControlItem[]> => {
    const { monitorItemId = null, monitorObjectId = null, siteId = null, consumerId = null } = params;
    const { rows } = await sql<ControlItem>`
      select id as "controlItemId", id as "iRemoteControlId", shown_name(control_name, control_name_en) as "controlName",
        control_code as "controlCode", monitor_item_id as "monitorItemId", object_id as "monitorObjectId",
        site_id as "siteId", consumer_id as "consumerId", relay_number as "relayNumber",
        case when operate_type = '2' then '4' else '5' end as "monitorType", iot_id as "iotId", identifier, unit,
        minimum::float8 as minimum, maximum::float8 as maximum
      from i_remote_control where state = '1'
        and (${monitorItemId}::integer is null or monitor_item_id = ${monitorItemId})
        and (${monitorObjectId}::integer is null or object_id = ${monitorObjectId})
        and (${siteId}::integer is null or site_id = ${siteId})
        and (${consumerId}::integer is null or consumer_id = ${consumerId})
      order by control_code, id limit 1000`.execute(trx);
    return rows;
  },
});

/** An output as a choice. */
interface ControlItem {
  readonly controlItemId: number;
  readonly iRemoteControlId: number;
  readonly controlName: string;
  readonly controlCode: string;
  readonly monitorItemId: number | null;
  readonly monitorObjectId: number | null;
  readonly siteId: number;
  readonly consumerId: number;
  readonly relayNumber: number | null;
  /** 4 adjustment, 5 control (the codes of kinds of monitoring). */
  readonly monitorType: string;
  readonly iotId: string | null;
  readonly identifier: string | null;
  readonly unit: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

export const relayRoutes = [
  sendRelayControl('/api/archive/iRemoteControl/sendRelayControl'),
  sendRelayControl('/api/hxyUser/userIRemoteControl/sendRelayControl'),
  sendRelayControlOld('/api/archive/iRemoteControl/sendRelayControlOld'),
  sendRelayControlOld('/api/hxyUser/userIRemoteControl/sendRelayControlOld'),
  sendControl('/api/archive/iRemoteControl/sendControl', '设定物联网属性', 'Set a property of a device'),
  sendControl('/api/archive/iRemoteControl/cloudCmdSet', '平台下发设定', 'Set a property from the platform'),
  getControlItem,
];
