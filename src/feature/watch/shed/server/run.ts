import { sql } from 'kysely';
import { microToText } from '#domain/decimal/decimal.ts';
import type { Load } from '#domain/control/shed.ts';
import type { Guarded } from '#feature/money/demand/server/public.ts';
import { type StoppedBy, takeBack } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { RunEnd, RunWait, StepKind } from '../contract.ts';
import type { PlanRow } from './plan.ts';

/** What is written of a step. Powers in kW as text. */
export interface StepNote {
  readonly kind: StepKind;
  readonly controlId?: number;
  readonly commandId?: number;
  readonly power?: string;
  readonly byId?: number | null;
  readonly byName?: string | null;
  readonly info?: { readonly reason: RunEnd };
}

/** Appends a step to a run; one that stands already stands. */
export async function writeStep(
  trx: Db,
  run: { readonly id: number; readonly consumerId: number },
  note: StepNote,
): Promise<void> {
  await sql`insert into shed_step (run_id, consumer_id, kind, control_id, command_id, power, by_id, by_name, info)
    values (${run.id}, ${run.consumerId}, ${note.kind}, ${note.controlId ?? null}, ${note.commandId ?? null},
      ${note.power ?? null}::numeric, ${note.byId ?? null}, ${note.byName ?? null},
      ${note.info ? JSON.stringify(note.info) : null}::jsonb)
    on conflict (run_id, control_id, kind) where kind in ('off', 'on', 'taken') do nothing`.execute(trx);
}

/** The loads to be switched off, in their order, as they are kept. */
const kept = (sequence: readonly Load[]): string =>
  JSON.stringify(sequence.map(({ id, sheds }) => ({ controlId: id, power: Number(microToText(sheds)) })));

/** Begins a run: at once where the plan may act by itself, else it is proposed. @returns its id */
export async function beginRun(
  trx: Db,
  plan: PlanRow,
  { from, limit, projection }: Guarded,
  needed: bigint,
  sequence: readonly Load[],
): Promise<number> {
  const { arming, id, consumerId, guardId } = plan;
  const automatic = arming?.automatic === true;
  const by = automatic ? arming : null;
  const { rows } = await sql<{ id: number }>`
    insert into shed_run (plan_id, consumer_id, guard_id, state, automatic, window_from, limit_power, projected, needed,
      sequence, by_id, by_name)
    values (${id}, ${consumerId}, ${guardId}, ${automatic ? 'active' : 'proposed'}, ${automatic}, ${new Date(from)},
      ${microToText(limit)}::numeric, ${microToText(projection?.end ?? 0n)}::numeric, ${microToText(needed)}::numeric,
      ${kept(sequence)}::jsonb, ${by?.byId ?? null}, ${by?.byName ?? null})
    returning id`.execute(trx);
  const runId = (rows[0] as { id: number }).id;
  await writeStep(
    trx,
    { id: runId, consumerId },
    { kind: automatic ? 'begun' : 'proposed', power: microToText(needed), byName: by?.byName ?? null },
  );
  return runId;
}

/** What is proposed follows the forecast until somebody approves it. */
export async function renewProposal(
  trx: Db,
  runId: number,
  { projection }: Guarded,
  needed: bigint,
  sequence: readonly Load[],
): Promise<void> {
  await sql`update shed_run set needed = ${microToText(needed)}::numeric, sequence = ${kept(sequence)}::jsonb,
      projected = ${microToText(projection?.end ?? 0n)}::numeric
    where id = ${runId} and state = 'proposed'`.execute(trx);
}

/** Ends what a run gave and what has not left yet: once it is stopped nothing leaves in its name. */
export async function takeBackOf(trx: Db, runId: number, by: StoppedBy): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select k.id from shed_step t join control_command k on k.id = t.command_id
    where t.run_id = ${runId} and k.state = 'operating' and k.sent_at is null`.execute(trx);
  await takeBack(trx, rows.map(({ id }) => id), by); // prettier-ignore
}

/** Ends a run. */
export async function endRun(
  trx: Db,
  run: { readonly id: number; readonly consumerId: number },
  reason: RunEnd,
  by: { readonly id: number; readonly name: string } | null = null,
): Promise<void> {
  const { rows } =
    await sql`update shed_run set state = 'ended', ended_at = clock_timestamp(), reason = ${reason}, waits = null
    where id = ${run.id} and state <> 'ended' returning id`.execute(trx);
  if (rows.length > 0)
    await writeStep(trx, run, {
      kind: 'ended',
      byId: by?.id ?? null,
      byName: by?.name ?? null,
      info: { reason },
    });
}

/** Since when nothing that a run switched off may come back. @param since ms; null = something may */
export async function keepHindered(trx: Db, runId: number, since: number | null): Promise<void> {
  const at = since === null ? null : new Date(since);
  await sql`update shed_run set hindered_since = ${at}
    where id = ${runId} and hindered_since is distinct from ${at} and state <> 'ended'`.execute(trx);
}

/** Why a run switches nothing at the moment; null = it does. */
export async function keepWaits(trx: Db, runId: number, waits: RunWait | null): Promise<void> {
  await sql`update shed_run set waits = ${waits}
    where id = ${runId} and waits is distinct from ${waits} and state <> 'ended'`.execute(trx);
}
