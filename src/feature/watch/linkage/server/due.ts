import { sql } from 'kysely';
import { openWorkOrder } from '#feature/watch/workOrder/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { letterOf } from '../domain/digest.ts';
import { callGroup } from './group.ts';
import { operateFor } from './control.ts';
import { hindrance } from './hinder.ts';
import { fileMessage } from './message.ts';
import { mirrorControls } from './mirror.ts';
import {
  HELD_COLUMNS,
  HELD_FROM,
  type Held,
  IS_ON,
  keepEnd,
  type Run,
  type RunEnd,
  type Ways,
} from './run.ts';
import { toldOf } from './told.ts';

const BATCH = 200;

/**
 * Takes runs that are due and goes no further than the database; others that look meanwhile get other rows. What waits for
 * a camera or for the server of a web hook takes no place among them, unless it is switched off, tried before or not.
 */
async function takeDue(trx: Db, now: number, ids: readonly number[] | undefined): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select ${HELD_COLUMNS} from ${HELD_FROM}
    where r.record_source = 'machine' and r.run_state = 'waiting' and (r.run_reason is null or r.run_reason = 'shelved') and r.due_at <= ${new Date(now)}
      and case when r.linkage_type in ('3', '6') then not ${IS_ON} else r.tries = 0 end
      and (${ids === undefined} or r.id = any (${ids ?? []}))
    order by r.due_at, r.id limit ${ids?.length ?? BATCH} for update of r skip locked`.execute(trx);
  return rows;
}

/**
 * Does the runs that are due, in one transaction with what they file; messages that quiet hours or a flood hold back go
 * out by `sendHeld`. Web hooks are only judged here (switched off); they are sent by `sendHooks`.
 * @param now ms
 * @param ids only these
 * @returns how many ended or were held
 */
export async function runDue(trx: Db, ways: Ways, now: number, ids?: readonly number[]): Promise<number> {
  const ended: number[] = [];
  const called: number[] = [];
  const hinder = hindrance(trx, now);
  for (const run of await takeDue(trx, now, ids)) {
    const hindered = await hinder(run);
    if (hindered && 'until' in hindered) {
      await sql`update linkage_record set due_at = ${new Date(hindered.until)}, run_reason = ${hindered.reason}
        where id = ${run.id}`.execute(trx);
      ended.push(run.id);
      continue;
    }
    let end: RunEnd | null = hindered;
    if (!end && run.linkageType === '7') {
      const call = await callGroup(trx, ways, run, now);
      called.push(...call.planned);
      end = call.end;
    }
    end ??= await done(trx, ways, run);
    if (end === null) continue;
    await keepEnd(trx, run.id, end);
    ended.push(run.id);
  }
  await mirrorControls(trx, ended);
  const further = called.length > 0 ? await runDue(trx, ways, now, called) : 0;
  return ended.length + further;
}

const NOT_YET: RunEnd = { state: 'unavailable', reason: 'notAvailableYet' };

/** Does a run; null = it waits for what is done outside the transaction. */
async function done(
  trx: Db,
  ways: Ways,
  run: Run & { readonly zone: string | null },
): Promise<RunEnd | null> {
  const { consumerId, recipient, content, linkageType } = run;
  switch (linkageType) {
    case '1':
    case '2': {
      const message = { type: linkageType, to: recipient, consumerId, language: content.language } as const;
      return fileMessage(trx, ways, { ...message, ...letterOf([toldOf(run)]) });
    }
    case '7':
      return NOT_YET;
    case '4':
      return operateFor(trx, run);
    case '5': {
      const id = await openWorkOrder(trx, { ...run, note: run.content.text.zh });
      return { state: 'done', reason: 'ordered', detail: String(id) };
    }
    // Done by whoever talks with cameras, and by `sendHooks`.
    case '3':
    case '6':
      return null;
  }
}
