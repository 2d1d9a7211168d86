import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { CONTROL_REASONS, PROOF_MS } from '#contract/control.ts';
import { badInput, conflict, Fault, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { proveForSession, provenUntil } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Call, defineRoute, Later, type Route } from '#server/route.ts';
import { PILE_COMMAND_NAMES, type PileCommandWire } from '../contract.ts';
import { SETTING_KEY_MOST, SETTING_VALUE_MOST } from '../contract/setting.ts';
import { COMMAND_CHANNEL, endOverdue, TAKEN_MS } from './command.ts';
import { OPERATE, VIEW } from './permission.ts';
import { reservationsOf } from './reservation.ts';
import { checkSetting } from './settingRoutes.ts';
import { tagCodeOf } from './tag.ts';

const ASK_MS = 150;
/** The answer of a charger is waited for a little longer than its door waits. */
const LONGEST_MS = 33_000;

const params = z.object({
  pileId: id(),
  kind: z.enum(PILE_COMMAND_NAMES),
  connector: z.coerce.number().int().min(0).max(100).optional(),
  idTag: z.string().trim().min(1).max(20).optional(),
  sessionId: id().optional(),
  /** kW, of a limit. */
  power: z.coerce.number().min(0).max(10_000).optional(),
  /** Of a reservation. */
  minutes: z.coerce.number().int().min(1).max(1440).optional(),
  reservationId: id().optional(),
  /** Of a setting; without a value it is emptied. */
  settingKey: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]+$/)
    .max(SETTING_KEY_MOST)
    .optional(),
  settingValue: z
    .string()
    .trim()
    .regex(/^\P{Cc}*$/u)
    .max(SETTING_VALUE_MOST)
    .optional(),
  password: z.string().max(200).optional(),
  code: z.string().max(20).optional(),
});
type Params = z.output<typeof params>;

const BUSY = {
  zh: '该桩还有命令未得到应答，请稍候',
  en: 'A command to this charger still waits for its answer',
};
const NO_TAG = { zh: '卡号：远程启动与预约时必填', en: 'Tag: is needed to start and to reserve' };
const NO_SESSION = {
  zh: '会话：该桩没有正在进行的此会话',
  en: 'Session: no such session goes on at this charger',
};

const NO_MINUTES = {
  zh: '保留时长：预约时必填，1–1440 分钟',
  en: 'Kept for: is needed to reserve, 1 to 1440 minutes',
};
const NO_CONNECTOR = { zh: '充电枪：预约与解锁时必填', en: 'Connector: is needed to reserve and to unlock' };
const NO_RESERVATION = {
  zh: '预约：该桩没有有效的此预约',
  en: 'Reservation: no such one holds at this charger',
};

/** Until when a reservation holds. */
const untilOf = ({ kind, minutes }: Params): Date | null =>
  kind === 'reserve' && minutes !== undefined ? new Date(Date.now() + minutes * 60_000) : null;

/** A reservation names a tag and how long it holds; one that is given up holds now. @throws Fault 400 */
async function checkReservation({ trx, params: asked }: Call<Params>): Promise<void> {
  if (asked.kind === 'reserve') {
    if (asked.idTag === undefined) throw badInput(NO_TAG, 'idTag');
    if (!asked.connector) throw badInput(NO_CONNECTOR, 'connector');
    if (asked.minutes === undefined) throw badInput(NO_MINUTES, 'minutes');
  }
  if (asked.kind === 'cancelReserve') {
    const kept = await reservationsOf(trx, [asked.pileId]);
    if (![...kept.values()].some(({ reservationId }) => reservationId === asked.reservationId))
      throw badInput(NO_RESERVATION, 'reservationId');
  }
}

/** What is asked for fits its kind. @throws Fault 400, 404, 409 */
async function check(call: Call<Params>): Promise<{ readonly consumerId: number }> {
  const { trx, params: asked } = call;
  const piles = await sql<{
    consumerId: number;
    ratedPower: number;
  }>`select consumer_id as "consumerId", rated_power::float8 as "ratedPower" from charge_pile where id = ${asked.pileId}`.execute(
    trx,
  );
  const [pile] = piles.rows;
  if (!pile) throw noSuchRow();
  await checkReservation(call);
  checkSetting(asked);
  if (asked.kind === 'unlock' && !asked.connector) throw badInput(NO_CONNECTOR, 'connector');
  if (asked.kind === 'remoteStart' && asked.idTag === undefined) throw badInput(NO_TAG, 'idTag');
  if (asked.kind === 'limit' && (asked.power === undefined || asked.power > pile.ratedPower))
    throw badInput(
      {
        zh: `功率限值：须为 0 至额定功率 ${pile.ratedPower} kW`,
        en: `Limit of the power: 0 to the rated power, ${pile.ratedPower} kW`,
      },
      'power',
    );
  if (asked.kind === 'remoteStop') {
    const { rows } = await sql`select from charge_session where id = ${asked.sessionId ?? null}
      and pile_id = ${asked.pileId} and session_state in ('1', '3')`.execute(trx);
    if (rows.length === 0) throw badInput(NO_SESSION, 'sessionId');
  }
  return pile;
}

/**
 * Tells a charger to do something and waits for its answer. Without one it is unknown whether it did, and nothing is sent
 * again.
 */
const command = defineRoute({
  method: 'POST',
  path: '/api/archive/chargePile/command',
  summary: {
    zh: '充电桩：远程启停、停用、限功率、解锁、参数与复位（须本人密码）',
    en: 'Chargers: start, stop, take out of service, limit the power, unlock, settings, reset (own password)',
  },
  permission: OPERATE,
  params,
  example: { pileId: 1, kind: 'limit', power: 3.5, password: 'my password' },
  handler: async (call) => {
    const { services, caller, params: asked } = call;
    const { consumerId } = await check(call);
    if (asked.password !== undefined) await proveForSession(call, asked.password, 'password');
    if ((await provenUntil(call, PROOF_MS)) === null)
      throw new Fault(403, CONTROL_REASONS.passwordDue, 'password');
    const { system } = services;
    await endOverdue(system);
    const changes = asked.kind === 'changeSetting';
    // One at a time: of two that come at once the later finds the row of the first.
    const given = await system.transaction().execute(async (trx) => {
      await sql`select from charge_pile where id = ${asked.pileId} for no key update`.execute(trx);
      const { rows } = await sql<{ id: number }>`
        insert into charge_command (pile_id, consumer_id, connector, kind, id_tag, session_id, power, until_at, reservation_id,
          setting_key, setting_value, by_id, by_name)
        select ${asked.pileId}, ${consumerId}, ${asked.connector ?? null}, ${asked.kind},
          ${asked.idTag === undefined ? null : tagCodeOf(asked.idTag)}, ${asked.sessionId ?? null},
          ${asked.kind === 'limit' ? (asked.power ?? null) : null}, ${untilOf(asked)}, ${asked.reservationId ?? null},
          ${changes ? (asked.settingKey ?? null) : null}, ${changes ? (asked.settingValue ?? '') : null}, ${caller.employeeId}, ${caller.name}
        where not exists (select from charge_command where pile_id = ${asked.pileId} and state in ('waiting', 'sent')
          and kind not in ('share', 'clearShare'))
        returning id`.execute(trx);
      if (!rows[0]) throw conflict(BUSY);
      await sql`select pg_notify(${COMMAND_CHANNEL}, ${`${rows[0].id} ${asked.pileId}`})`.execute(trx);
      return rows[0].id;
    });
    return new Later(() => outcomeOf(system, given));
  },
  toldBy: outcomeOf,
});

/** What becomes of a command. One that nobody takes finds no charger: nothing was sent. */
async function outcomeOf(system: Db, commandId: number): Promise<PileCommandWire> {
  const begun = Date.now();
  for (;;) {
    const [row] = await commandsOf(system, { commandId });
    if (!row) throw noSuchRow();
    const passed = Date.now() - begun;
    if (row.endedAt !== null || passed > LONGEST_MS) return row;
    if (row.state === 'waiting' && passed > TAKEN_MS)
      await sql`update charge_command set state = 'offline', ended_at = now()
        where id = ${commandId} and state = 'waiting'`.execute(system);
    await sleep(ASK_MS);
  }
}

async function commandsOf(
  db: Db,
  { commandId = null, pileId = null }: { commandId?: number | null; pileId?: number | null },
): Promise<PileCommandWire[]> {
  const { rows } = await sql<PileCommandWire>`
    select id as "commandId", pile_id as "pileId", connector, kind, power::float8 as power, state, detail,
      nullif(by_name, '') as "byName", floor(extract(epoch from until_at) * 1000)::float8 as until,
      setting_key as "settingKey", setting_value as "settingValue",
      floor(extract(epoch from at) * 1000)::float8 as at,
      floor(extract(epoch from ended_at) * 1000)::float8 as "endedAt"
    from charge_command
    where (${commandId}::integer is null or id = ${commandId}) and (${pileId}::integer is null or pile_id = ${pileId})
    order by id desc limit 100`.execute(db);
  return rows;
}

const getCommands = defineRoute({
  method: 'GET',
  path: '/api/archive/chargePile/getCommands',
  summary: { zh: '充电桩：最近的命令', en: 'Chargers: the last commands' },
  permission: VIEW,
  params: z.object({ pileId: id() }),
  example: { pileId: 1 },
  handler: ({ trx, params: { pileId } }): Promise<PileCommandWire[]> => commandsOf(trx, { pileId }),
});

export const commandRoutes: readonly Route[] = [command, getCommands];
