import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { CommandKind, CommandState } from '../contract.ts';
import type { Charger } from './charger.ts';
import { callOf, type Command, isDone } from './ocppCall.ts';
import { keepSettings, type SettingsReply } from './setting.ts';
import { tellShare } from './shareChannel.ts';

export const COMMAND_CHANNEL = 'charge_command';
const ANSWER_MS = 30_000;
/** A command that no process has taken after so long finds no charger, ms. */
export const TAKEN_MS = 3000;
const OVERDUE_S = 60;

/** Carries out a command at a charger of this process; it is taken once, and sent once. */
export async function takeCommand(db: Db, charger: Charger, id: number): Promise<void> {
  const { rows } = await sql<Command>`update charge_command set state = 'sent', sent_at = now()
    where id = ${id} and pile_id = ${charger.pile.id} and state = 'waiting'
    returning id, kind, connector, id_tag as "idTag", session_id as "sessionId", power::float8 as power, until_at as until,
      reservation_id as "reservationId", setting_key as "settingKey", setting_value as "settingValue"`.execute(
    db,
  );
  const [command] = rows;
  if (!command) return;
  const { state, detail, reply } = await answerOf(charger, command);
  if (state === 'accepted') await keepSettings(db, charger.pile, command, reply ?? {});
  await endCommand(db, id, state, detail);
  if (SHARED.has(command.kind)) await tellShare(db, charger.pile.siteId);
}

/** What a charger answered to these may leave more or less to the others. */
const SHARED: ReadonlySet<CommandKind> = new Set(['limit', 'clearLimit', 'share', 'clearShare']);

interface Answer {
  readonly state: CommandState;
  readonly detail: string | null;
  readonly reply?: Reply;
}

type Reply = SettingsReply & { readonly status?: string };

async function answerOf(charger: Charger, command: Command): Promise<Answer> {
  const [method, params] = callOf(command);
  try {
    const reply = (await charger.call(method, params, ANSWER_MS)) as Reply;
    const { status } = reply;
    return {
      state: isDone(command.kind, status ?? '') ? 'accepted' : 'rejected',
      detail: status ?? null,
      reply,
    };
  } catch (error) {
    const { rpcErrorCode, message } = error as { rpcErrorCode?: string; message?: string };
    // An error that the charger sent is an answer; what else went wrong leaves open whether it did it.
    if (rpcErrorCode !== undefined && !isUnreadable(error))
      return { state: 'rejected', detail: `${rpcErrorCode} ${message ?? ''}`.trim().slice(0, 200) };
    return { state: 'unknown', detail: null };
  }
}

/** Whether the charger answered something else than its schema allows: `ocpp-rpc` names what it found. */
function isUnreadable(error: unknown): boolean {
  const { details } = error as { details?: { errors?: unknown; data?: unknown } };
  return Array.isArray(details?.errors) && details.data !== undefined;
}

const endCommand = (db: Db, id: number, state: CommandState, detail: string | null): Promise<unknown> =>
  sql`update charge_command set state = ${state}, detail = ${detail}, ended_at = now()
    where id = ${id} and state = 'sent'`.execute(db);

/** Ends commands that nobody took (nothing left) or whose answer did not come (unknown). */
export async function endOverdue(db: Db): Promise<void> {
  await sql`update charge_command set state = case when state = 'waiting' then 'offline' else 'unknown' end, ended_at = now()
    where state in ('waiting', 'sent') and at < now() - ${OVERDUE_S} * interval '1 second'`.execute(db);
}
