import * as z from 'zod';
import { CONTROL_REASONS } from '#contract/control.ts';
import { Fault, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { refusalOf } from '#domain/control/permit.ts';
import { proveForSession } from '#feature/house/session/server/public.ts';
import { type Call, defineRoute, Later } from '#server/route.ts';
import type { CommandWire, SelectedWire } from '../contract.ts';
import { type Asking, seenCommand, seenPoint, wireAsSeen } from './asSeen.ts';
import { apply } from './command.ts';
import { byCaller, faultOf, type Given, movedTo } from './given.ts';
import { operateCommand, operateTogether, selectApproved, type Selected, withCommand } from './operate.ts';
import { personOf, provenOf, rightOf } from './person.ts';
import { interlockWires } from './present.ts';
import { selectPoint, type Wish } from './select.ts';
import { goalOf, hindranceText, openOf, pointNow } from './standing.ts';

/** The command of what was given, as the caller sees it. @throws Fault what kept it from being given */
async function told(asking: Asking, { command, refused }: Given): Promise<CommandWire> {
  const wire = command ? await wireAsSeen(asking, command.id) : undefined;
  if (refused) throw faultOf(refused.reason, refused.detail, wire ? { command: wire } : undefined);
  if (!wire) throw noSuchRow();
  return wire;
}

async function selectedWire(call: Asking, given: Given): Promise<SelectedWire> {
  const command = await told(call, given);
  const { standing } = given;
  return {
    command,
    token: command.state === 'selected' ? (given.command?.token ?? null) : null,
    interlocks: interlockWires(standing.interlocks, goalOf(standing, command.target)),
    provenUntil: await provenOf(call),
    now: standing.row.now,
  };
}

/** Selects a point that the caller sees. @throws Fault 403, 404, 409, 429 with why it may not be */
async function selectFor(call: Asking, controlId: number, wish: Wish): Promise<SelectedWire> {
  return (await selectOnce(call, controlId, wish)).selected;
}

/** As above, and whether it was this call that gave the command: under a key another one may have. */
export async function selectOnce(
  call: Asking,
  controlId: number,
  wish: Wish,
): Promise<{ readonly selected: SelectedWire; readonly own: boolean }> {
  await seenPoint(call, controlId);
  const given = await selectPoint(call.services.system, call.caller, controlId, wish);
  return { selected: await selectedWire(call, given), own: given.again !== true };
}

/** Operates what the caller has selected. @throws Fault 400, 403, 404, 409, 429 with why it may not be */
async function operateFor(
  call: Call<{ readonly code?: string | undefined }>,
  which: Selected,
  password: string | undefined,
): Promise<CommandWire> {
  if (password !== undefined) await proveForSession(call, password, 'password');
  const proven = (await provenOf(call)) !== null;
  return told(call, await operateCommand(call.services.system, call.caller, which, proven));
}

/** Operates several that the caller has selected: all of them, or none. @throws Fault as above */
export async function operateAllFor(call: Asking, which: readonly Selected[]): Promise<CommandWire[]> {
  if (which.length === 0) return [];
  const { services, caller } = call;
  const proven = (await provenOf(call)) !== null;
  const given = await operateTogether(services.system, caller, which, proven);
  // All were operated already, by another call under the same key: what came of it.
  const already = given.every((one) => one.refused?.reason === 'state' && one.command?.operateUntil != null);
  const refused = already ? undefined : given.find((one) => one.refused !== null);
  if (refused) await told(call, refused);
  const commands: CommandWire[] = [];
  for (const one of given) commands.push(await told(call, { ...one, refused: null }));
  return commands;
}

const key = z.string().trim().min(1).max(80).optional();
const remark = z.string().trim().max(200).optional();
export const password = z.string().max(200).optional();
export const code = z.string().max(20).optional();

const select = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/select',
  summary: { zh: '遥控：选择（或申请）', en: 'Control: select an output, or ask for it' },
  permission: rightOf('select'),
  params: z.object({ id: id(), value: z.coerce.number(), key, remark }),
  example: { id: 1, value: 1, remark: 'shed the load' },
  writes: false,
  toldBy: selectFor,
  handler: async (call): Promise<Later<SelectedWire>> => {
    const { id: controlId, value: target, ...more } = call.params;
    return new Later(() => selectFor(call, controlId, { target, ...more }));
  },
});

const selectAgain = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/selectApproved',
  summary: { zh: '遥控：选择已批准的命令', en: 'Control: select what was approved' },
  permission: rightOf('select'),
  params: z.object({ commandId: id() }),
  example: { commandId: 1 },
  writes: false,
  toldBy: selectFor,
  handler: async (call): Promise<Later<SelectedWire>> => {
    const { services, caller, params } = call;
    return new Later(async () => {
      await seenCommand(call, params.commandId);
      return selectedWire(call, await selectApproved(services.system, caller, params.commandId));
    });
  },
});

const operate = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/operate',
  summary: { zh: '遥控：执行已选择的命令', en: 'Control: operate what is selected' },
  permission: rightOf('operate'),
  params: z.object({ commandId: id(), token: z.uuid(), password, code }),
  example: { commandId: 1, token: '00000000-0000-4000-8000-000000000000' },
  writes: false,
  toldBy: operateFor,
  handler: async (call): Promise<Later<CommandWire>> => {
    const { commandId, token } = call.params;
    return new Later(async () => {
      await seenCommand(call, commandId);
      return operateFor(call, { commandId, token }, call.params.password);
    });
  },
});

const approve = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/approve',
  summary: { zh: '遥控：批准或不同意', en: 'Control: approve a request, or turn it down' },
  permission: rightOf('approve'),
  params: z.object({
    commandId: id(),
    agreed: z.coerce.number().int().min(0).max(1).default(1),
    remark,
    password,
    code,
  }),
  example: { commandId: 1, agreed: 1 },
  writes: false,
  toldBy: decide,
  handler: async (call): Promise<Later<CommandWire>> => new Later(() => decide(call, call.params)),
});

/** Approves a request that the caller sees, or turns it down. @throws Fault 403, 404, 409 */
async function decide(
  call: Call<{ readonly code?: string | undefined }>,
  params: {
    readonly commandId: number;
    readonly agreed: number;
    readonly remark?: string | undefined;
    readonly password?: string | undefined;
  },
): Promise<CommandWire> {
  const { services, caller } = call;
  await seenCommand(call, params.commandId);
  if (params.password !== undefined) await proveForSession(call, params.password, 'password');
  const proven = (await provenOf(call)) !== null;
  const given = await withCommand(
    services.system,
    params.commandId,
    async (trx, command, standing): Promise<Given> => {
      const person = await personOf(trx, caller, proven);
      const reason = refusalOf(person, pointNow(standing, command.target), openOf(standing), 'approve');
      if (reason !== null)
        return { command, standing, refused: hindranceText(reason, standing, command.target) };
      if (!proven) return { command, standing, refused: { reason: 'passwordDue', detail: null } };
      const kind = params.agreed === 1 ? 'approve' : 'turnDown';
      const text = params.remark === undefined ? null : { zh: params.remark, en: params.remark };
      const note = { kind, ...byCaller(caller), info: { detail: text } } as const;
      const next = await apply(trx, command, { kind }, standing.row.now, [note], {
        approvedById: caller.employeeId,
        approvedByName: caller.name,
        // Of what is turned down it is the ground; what is agreed to ends by another.
        ...(kind === 'turnDown' ? { detail: text } : {}),
      });
      return movedTo(next, standing, command.target);
    },
  );
  return told(call, given);
}

const cancel = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/cancel',
  summary: { zh: '遥控：取消尚未执行的命令', en: 'Control: take back what was not operated yet' },
  permission: rightOf('select'),
  params: z.object({ commandId: id() }),
  example: { commandId: 1 },
  writes: false,
  toldBy: cancelFor,
  handler: async (call): Promise<Later<CommandWire>> => {
    const { commandId } = call.params;
    return new Later(async () => {
      await seenCommand(call, commandId);
      return cancelFor(call, commandId);
    });
  },
});

/** Takes back a command that the caller sees and that was not operated yet. @throws Fault 403, 404, 409 */
export async function cancelFor(call: Asking, commandId: number): Promise<CommandWire> {
  const { services, caller } = call;
  const given = await withCommand(
    services.system,
    commandId,
    async (trx, command, standing): Promise<Given> => {
      const person = await personOf(trx, caller, false);
      const reason = refusalOf(person, pointNow(standing, command.target), openOf(standing), 'cancel');
      if (reason !== null)
        return { command, standing, refused: hindranceText(reason, standing, command.target) };
      const note = { kind: 'cancel', ...byCaller(caller) } as const;
      const next = await apply(trx, command, { kind: 'cancel' }, standing.row.now, [note]);
      return movedTo(next, standing, command.target);
    },
  );
  return told(call, given);
}

/** Says in advance that the caller is there, so that what follows within ten minutes asks for no password. */
const prove = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/prove',
  summary: {
    zh: '遥控：验证本人密码（10 分钟内有效）',
    en: 'Control: prove the own password for ten minutes',
  },
  permission: rightOf('view'),
  params: z.object({ password: z.string().max(200), code }),
  example: { password: 'my password' },
  handler: async (call): Promise<{ provenUntil: number | null }> => {
    await proveForSession(call, call.params.password, 'password');
    return { provenUntil: await provenOf(call) };
  },
});

/** What a call without a password in its session hears. */
export const passwordNeeded = (): Fault => new Fault(403, CONTROL_REASONS.passwordDue, 'password');

export const commandRoutes = [select, selectAgain, operate, approve, cancel, prove];
