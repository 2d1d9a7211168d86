import { setTimeout as sleep } from 'node:timers/promises';
import { steel } from '../plant/steel.ts';
import { Client } from './client.ts';

const AREA = '/api/archive/iRemoteControl';

interface Output {
  readonly id: number;
  readonly consumerId: number;
  readonly controlCode: string;
}
interface Command {
  readonly commandId: number;
  readonly endedAt: number | null;
}
interface Selected {
  readonly command: Command;
  readonly token: string | null;
}

/** Somebody who may operate, with their password: outputs ask for it again. */
interface Operating {
  readonly client: Client;
  readonly password: string;
}

/** An output rests so long after an operation; it may have a shortest time off besides. */
const REST_MS = 6000;
const LOOK_MS = 500;
const MOST_LOOKS = 60;

/**
 * Operates outputs of the steel works as its people do in a shift: the lighting alone, the air conditioning by two persons, and
 * asks for one more operation that is turned down. Who approves looks after the platform.
 * @param manager of the plant @throws Refused
 */
export async function operateOutputs(baseUrl: string, manager: Client, consumerId: number): Promise<void> {
  const operator = new Client(baseUrl, 'zh');
  await operator.login('operator', 'operator-demo');
  const by: Operating = { client: manager, password: `${steel.code}-demo` };
  const other: Operating = { client: operator, password: 'operator-demo' };
  const outputs = await by.client.get<readonly Output[]>(`${AREA}/getall`);
  const idOf = (code: string): number | undefined =>
    outputs.find((one) => one.consumerId === consumerId && one.controlCode === code)?.id;
  const [light, cooling] = [idOf('R-1'), idOf('R-2')];
  if (light === undefined || cooling === undefined) return;

  await operate(by, await select(by, light, 1, '夜班照明'));

  const asked = await select(by, cooling, 1, '早班前开启空调');
  await decide(other, asked, true, '同意');
  await operate(by, await by.client.post(`${AREA}/selectApproved`, { commandId: asked.command.commandId }));

  await decide(other, await select(by, cooling, 0, '节电'), false, '班中不停空调');
}

/**
 * Selects an output, or asks for it where two persons are needed, once it may be: what is asked for too soon is refused, and
 * stands in the history. @throws Refused
 */
async function select({ client }: Operating, id: number, value: number, remark: string): Promise<Selected> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { point } = await client.get<{ point: { hindrance: unknown } }>(`${AREA}/getPoint`, { id, value });
    if (point.hindrance === null) break;
    await sleep(REST_MS);
  }
  return client.post(`${AREA}/select`, { id, value, remark });
}

/** Operates what is selected, and waits until it has ended. */
async function operate({ client, password }: Operating, { command, token }: Selected): Promise<void> {
  const { commandId } = command;
  await client.post(`${AREA}/operate`, { commandId, token, password });
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { command: now } = await client.get<{ command: Command }>(`${AREA}/getCommand`, { commandId });
    if (now.endedAt !== null) return;
    await sleep(LOOK_MS);
  }
}

const decide = (
  { client, password }: Operating,
  { command }: Selected,
  agreed: boolean,
  remark: string,
): Promise<unknown> =>
  client.post(`${AREA}/approve`, {
    commandId: command.commandId,
    agreed: agreed ? 1 : 0,
    remark,
    password,
  });
