import { sql } from 'kysely';
import { type Collector, startCollector } from '#feature/meters/collector/server/public.ts';
import { type Ingest, openIngest } from '#feature/meters/ingest/server/public.ts';
import type { CommandWire, SelectedWire } from '#feature/watch/control/contract.ts';
import { startControlWatch, startSender } from '#feature/watch/control/server/public.ts';
import { silent } from '#server/database/log.ts';
import { openSealer } from '#server/secret.ts';
import { RelayBox } from '../../simulator/device/relayBox.ts';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '../build.ts';
import { type Client, ok, type Product, startProduct } from '../product.ts';

export const CONTROL = '/api/archive/iRemoteControl';

/** The product with a relay box on a channel, and everything that carries commands out. */
export interface ControlScene {
  readonly product: Product;
  readonly mine: Enterprise;
  readonly box: RelayBox;
  readonly channelId: number;
  readonly collector: Collector;
  /** Adds an output at a coil of the box, whose position is known when this resolves. */
  point(address: number, more?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Selects and operates as a person does; the command as it ended. */
  switched(client: Client, id: number, value: number): Promise<CommandWire>;
  ended(client: Client, commandId: number): Promise<CommandWire>;
  /** Another account of the enterprise. */
  colleague(): Promise<Client>;
  /** As if the operations so far were long ago. */
  later(): Promise<void>;
  close(): Promise<void>;
}

/** Asks again until the answer is as wanted. @throws Error after 15 s */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (Date.now() - begun > 15_000) throw new Error(`it stayed ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Builds it. @param rtu the box speaks the serial form */
export async function buildControlScene({ rtu = false, coils = 64 } = {}): Promise<ControlScene> {
  const product = await startProduct();
  const mine = await buildEnterprise(product);
  const box = await RelayBox.listen(Array.from({ length: coils }, (_, i) => i), [0, 1, 2, 3, 4, 5, 6, 7], { rtu }); // prettier-ignore
  const { db } = product.database;
  const { collector, stop } = startAll(product);
  const operator = await product.operator();
  const { consumerId, gatewayId, siteId } = mine;
  const channelId = await add(operator, 'collectorChannel', {
    channelName: unique('Box '),
    consumerId,
    gatewayId,
    protocol: rtu ? '2' : '1',
    host: '127.0.0.1',
    port: box.port,
    intervalSeconds: 3600,
    timeoutMs: 3000,
  });
  const at = { consumerId, siteId };
  ok(await mine.client.post(`${CONTROL}/prove`, { password: PASSWORD }));
  const scene: ControlScene = {
    product,
    mine,
    box,
    channelId,
    collector,
    point: (address, more = {}) =>
      addPoint(product, {
        ...COIL,
        ...at,
        channelId,
        writeAddress: String(address),
        readAddress: String(address),
        ...more,
      }),
    switched: async (client, id, value) => {
      const selected = ok(await client.post<SelectedWire>(`${CONTROL}/select`, { id, value }));
      const { commandId } = selected.command;
      ok(await client.post(`${CONTROL}/operate`, { commandId, token: selected.token }));
      return endOf(client, commandId);
    },
    ended: endOf,
    colleague: () => colleagueOf(product, mine),
    later: async () => {
      await sql`update control_command set operated_at = operated_at - interval '2 hours' where operated_at is not null`.execute(
        db,
      );
    },
    close: async () => {
      await stop();
      await box.close();
      await product.close();
    },
  };
  return scene;
}

const COIL = { way: '1', unitAddress: 1, writeFunction: '5', readFunction: '1', verifySeconds: 2 };

/** Adds an output; its position is known when this resolves. */
async function addPoint(product: Product, fields: Readonly<Record<string, unknown>>): Promise<number> {
  const { db } = product.database;
  const id = await add(await product.operator(), 'iRemoteControl', {
    controlName: unique('Output '),
    controlCode: unique(),
    ...fields,
  });
  const known = async (): Promise<number> =>
    (await sql`select from control_state where control_id = ${id} and value is not null`.execute(db)).rows
      .length;
  await until(known, (n) => n === 1);
  return id;
}

/** A command when it has ended. */
async function endOf(client: Client, commandId: number): Promise<CommandWire> {
  const look = async () =>
    ok(await client.get<{ command: CommandWire }>(`${CONTROL}/getCommand`, { commandId }));
  return (await until(look, ({ command }) => command.endedAt !== null)).command;
}

/** Everything that carries commands out, in this process. */
function startAll({ database, services }: Product): { collector: Collector; stop: () => Promise<void> } {
  const { db, pool } = database;
  const ingest: Ingest = openIngest({ system: db, log: silent });
  const allowed = services.config.collectorAllow;
  const collector = startCollector({ ingest, system: db, pool, log: silent, allowed });
  const sender = startSender({
    system: db,
    pool,
    log: silent,
    collector,
    external: false,
    sealer: openSealer(services.config),
  });
  const watch = startControlWatch(db, silent);
  return {
    collector,
    stop: async () => {
      await watch.stop();
      await sender.stop();
      await collector.stop();
      await ingest.close();
    },
  };
}

/** Another account of an enterprise, with the role and the password of the first. */
export async function colleagueOf(product: Product, { consumerId, userId }: Enterprise): Promise<Client> {
  const { db } = product.database;
  const userName = unique('mate').toLowerCase();
  const operator = await product.operator();
  const { rows } = await sql<{ roles: number[] }>`select role_id_list as roles from org_employee where id = ${userId}`.execute(db); // prettier-ignore
  await add(operator, 'orgEmployee', {
    userName,
    name: 'A colleague',
    consumerId,
    roleIdList: rows[0]?.roles ?? [],
  });
  await sql`insert into employee_secret (employee_id, password_hash)
    select e.id, s.password_hash from org_employee e, employee_secret s
    where e.user_name = ${userName} and s.employee_id = ${userId}`.execute(db);
  return product.login(userName, PASSWORD);
}
