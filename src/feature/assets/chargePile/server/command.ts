import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { CommandState, PileCommand } from '../contract.ts';
import type { Charger } from './charger.ts';

export const COMMAND_CHANNEL = 'charge_command';
const ANSWER_MS = 30_000;
/** A command that no process has taken after so long finds no charger, ms. */
export const TAKEN_MS = 3000;
const OVERDUE_S = 60;

interface Command {
  readonly id: number;
  readonly kind: PileCommand;
  readonly connector: number | null;
  readonly idTag: string | null;
  readonly sessionId: number | null;
  /** kW */
  readonly power: number | null;
}

/** A charger has one limit of ours: a new one takes the place of the one before. */
const PROFILE = 1;

/** The whole charger gives no more than so much, until the limit is lifted; chargers keep it over a restart (OCPP 1.6 section 3.13). */
const profileOf = (power: number): object => ({
  connectorId: 0,
  csChargingProfiles: {
    chargingProfileId: PROFILE,
    stackLevel: 0,
    chargingProfilePurpose: 'ChargePointMaxProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: {
      startSchedule: new Date().toISOString(),
      chargingRateUnit: 'W',
      chargingSchedulePeriod: [{ startPeriod: 0, limit: Math.round(power * 1000) }],
    },
  },
});

/** The call of OCPP 1.6 that a command is. */
function callOf({
  kind,
  connector,
  idTag,
  sessionId,
  power,
}: Command): readonly [method: string, params: object] {
  switch (kind) {
    case 'remoteStart':
      return ['RemoteStartTransaction', { idTag, ...(connector === null ? {} : { connectorId: connector }) }];
    case 'remoteStop':
      return ['RemoteStopTransaction', { transactionId: sessionId }];
    case 'available':
    case 'unavailable':
      return [
        'ChangeAvailability',
        { connectorId: connector ?? 0, type: kind === 'available' ? 'Operative' : 'Inoperative' },
      ];
    case 'limit':
      return ['SetChargingProfile', profileOf(power ?? 0)];
    case 'clearLimit':
      return ['ClearChargingProfile', { id: PROFILE }];
    case 'softReset':
    case 'hardReset':
      return ['Reset', { type: kind === 'softReset' ? 'Soft' : 'Hard' }];
  }
}

/** Carries out a command at a charger of this process; it is taken once, and sent once. */
export async function takeCommand(db: Db, charger: Charger, id: number): Promise<void> {
  const { rows } = await sql<Command>`update charge_command set state = 'sent', sent_at = now()
    where id = ${id} and pile_id = ${charger.pile.id} and state = 'waiting'
    returning id, kind, connector, id_tag as "idTag", session_id as "sessionId", power::float8 as power`.execute(
    db,
  );
  const [command] = rows;
  if (!command) return;
  const [method, params] = callOf(command);
  const { state, detail } = await answerOf(charger, method, params, command.kind);
  await endCommand(db, id, state, detail);
}

async function answerOf(
  charger: Charger,
  method: string,
  params: object,
  kind: PileCommand,
): Promise<{ readonly state: CommandState; readonly detail: string | null }> {
  try {
    const reply = (await charger.call(method, params, ANSWER_MS)) as { readonly status?: string };
    const status = reply.status ?? '';
    // A change of availability may be due when the session has ended; a charger without a limit has none to lift.
    const done =
      status === 'Accepted' || status === 'Scheduled' || (kind === 'clearLimit' && status === 'Unknown');
    return {
      state: done ? 'accepted' : 'rejected',
      detail: status,
    };
  } catch (error) {
    const { rpcErrorCode, message } = error as { rpcErrorCode?: string; message?: string };
    // An error that the charger sent is an answer; what else went wrong leaves open whether it did it.
    if (rpcErrorCode !== undefined)
      return { state: 'rejected', detail: `${rpcErrorCode} ${message ?? ''}`.trim().slice(0, 200) };
    return { state: 'unknown', detail: null };
  }
}

const endCommand = (db: Db, id: number, state: CommandState, detail: string | null): Promise<unknown> =>
  sql`update charge_command set state = ${state}, detail = ${detail}, ended_at = now()
    where id = ${id} and state = 'sent'`.execute(db);

/** Ends commands that nobody took (nothing left) or whose answer did not come (unknown). */
export async function endOverdue(db: Db): Promise<void> {
  await sql`update charge_command set state = case when state = 'waiting' then 'offline' else 'unknown' end, ended_at = now()
    where state in ('waiting', 'sent') and at < now() - ${OVERDUE_S} * interval '1 second'`.execute(db);
}
