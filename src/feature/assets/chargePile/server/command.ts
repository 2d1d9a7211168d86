import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { CommandKind, CommandState } from '../contract.ts';
import type { Charger } from './charger.ts';
import { callOf, type Command, isDone } from './ocppCall.ts';
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
      reservation_id as "reservationId"`.execute(db);
  const [command] = rows;
  if (!command) return;
  const [method, params] = callOf(command);
  const { state, detail } = await answerOf(charger, method, params, command.kind);
  await endCommand(db, id, state, detail);
  if (SHARED.has(command.kind)) await tellShare(db, charger.pile.siteId);
}

/** What a charger answered to these may leave more or less to the others. */
const SHARED: ReadonlySet<CommandKind> = new Set(['limit', 'clearLimit', 'share', 'clearShare']);

async function answerOf(
  charger: Charger,
  method: string,
  params: object,
  kind: CommandKind,
): Promise<{ readonly state: CommandState; readonly detail: string | null }> {
  try {
    const reply = (await charger.call(method, params, ANSWER_MS)) as { readonly status?: string };
    const status = reply.status ?? '';
    const done = isDone(kind, status);
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
