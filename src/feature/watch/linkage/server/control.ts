import { sql } from 'kysely';
import type { RunReason } from '#contract/linkage.ts';
import type { CommandState } from '#contract/control.ts';
import { armedFor, giveOrder } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { mirrorControls } from './mirror.ts';
import { keepEnd, type Run, type RunEnd } from './run.ts';

const NOT_STILL: RunEnd = { state: 'skipped', reason: 'notStillAllowed' };
const NOT_ARMED: RunEnd = { state: 'skipped', reason: 'notArmed' };

/**
 * Operates the output of a linkage: exactly one attempt, through every check, and only where somebody with the right has
 * allowed this output and value with the own password. Null = it is under way, `endControls` tells how it ended.
 */
export async function operateFor(trx: Db, run: Run): Promise<RunEnd | null> {
  const { controlItemId, controlValue } = run.content;
  const value = controlValue ?? '';
  if (controlItemId === null || controlItemId === undefined) return NOT_ARMED;
  const armed = await armedFor(trx, run.id, { controlId: controlItemId, value });
  if (!armed) return NOT_ARMED;
  if (!armed.still) return NOT_STILL;
  const command = await giveOrder(trx, controlItemId, {
    source: 'linkage',
    key: `linkage run ${run.id}`,
    target: Number(value),
    byId: armed.byId,
    byName: `${run.linkageName}（${armed.byName}）`,
    remark: run.alarmName,
    linkageRunId: run.id,
  });
  if (!command) return NOT_ARMED;
  if (command.state === 'refused')
    return { state: 'failed', reason: 'controlRefused', detail: `#${command.id}` };
  // It is not taken up again, whatever becomes of it.
  await sql`update linkage_record set tries = 1 where id = ${run.id}`.execute(trx);
  return null;
}

const END: Partial<Record<CommandState, Pick<RunEnd, 'state' | 'reason'>>> = {
  verified: { state: 'done', reason: 'controlVerified' },
  mismatch: { state: 'failed', reason: 'controlMismatch' },
  unknown: { state: 'failed', reason: 'controlUnknown' },
};

const OTHERWISE: { readonly state: 'failed'; readonly reason: RunReason } = {
  state: 'failed',
  reason: 'controlRefused',
};

/** Writes down how the commands of linkages ended. @returns how many */
export async function endControls(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number; commandId: number; state: CommandState }>`
    select r.id, k.id as "commandId", k.state from linkage_record r join control_command k on k.linkage_run_id = r.id
    where r.linkage_type = '4' and r.run_state = 'waiting' and r.tries = 1 and k.ended_at is not null`.execute(
    db,
  );
  for (const { id, commandId, state } of rows)
    await keepEnd(db, id, { ...(END[state] ?? OTHERWISE), detail: `#${commandId}` });
  await mirrorControls(
    db,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
