import { sql } from 'kysely';
import { holdOutputs } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { orUndone } from '#server/database/savepoint.ts';
import { letterOf } from '../domain/digest.ts';
import { callGroup } from './group.ts';
import { operateFor } from './control.ts';
import { floodAt, hindrance } from './hinder.ts';
import { fileMessage } from './message.ts';
import { mirrorControls } from './mirror.ts';
import { orderFor } from './order.ts';
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

/** What came of a run: whether it ended or is held, and the runs that it called up. */
interface Outcome {
  readonly ended: boolean;
  readonly called: readonly number[];
}

const ENDED: Outcome = { ended: true, called: [] };

/** Does runs in the transaction, each in its turn, as they look at `now`. */
function doing(trx: Db, ways: Ways, now: number): (run: Held) => Promise<Outcome> {
  const inFlood = floodAt(trx, now);
  const hinder = hindrance(trx, now, inFlood);
  return async (run) => {
    const hindered = await hinder(run);
    if (hindered && 'until' in hindered) {
      await sql`update linkage_record set due_at = ${new Date(hindered.until)}, run_reason = ${hindered.reason}
        where id = ${run.id}`.execute(trx);
      return ENDED;
    }
    let end: RunEnd | null = hindered;
    let called: readonly number[] = [];
    if (!end && run.linkageType === '7') {
      const call = await callGroup(trx, ways, run, now);
      called = call.planned;
      end = call.end;
    }
    end ??= await done(trx, ways, run, () => inFlood(run), now);
    if (end === null) return { ended: false, called };
    await keepEnd(trx, run.id, end);
    return { ended: true, called };
  };
}

/** Does all of them; where one fails each is done by itself: an error of one run takes neither the record of its alarm nor another's run with it. */
function doAll(trx: Db, ways: Ways, now: number, runs: readonly Held[]): Promise<Outcome[]> {
  const inTurn = async (each: (run: Held) => Promise<Outcome>): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const run of runs) outcomes.push(await each(run));
    return outcomes;
  };
  const broken = async (run: Held, error: unknown): Promise<Outcome> => {
    const detail = error instanceof Error ? error.message : String(error);
    await keepEnd(trx, run.id, { state: 'failed', reason: 'broken', detail });
    return ENDED;
  };
  return orUndone(
    trx,
    () => inTurn(doing(trx, ways, now)),
    () =>
      inTurn((run) =>
        orUndone(
          trx,
          () => doing(trx, ways, now)(run),
          (error) => broken(run, error),
        ),
      ),
  );
}

/**
 * Does the runs that are due, in one transaction with what they file; messages that quiet hours or a flood hold back go
 * out by `sendHeld`. Web hooks are only judged here (switched off); they are sent by `sendHooks`.
 * @param now ms
 * @param ids only these
 * @returns how many ended or were held
 */
export async function runDue(trx: Db, ways: Ways, now: number, ids?: readonly number[]): Promise<number> {
  const runs = await takeDue(trx, now, ids);
  if (runs.length === 0) return 0;
  // Before the savepoint: what is taken back there lets its locks go.
  await holdOutputs(trx, runs.flatMap(({ linkageType, content }) => (linkageType === '4' ? (content.controlItemId ?? []) : []))); // prettier-ignore
  const outcomes = await doAll(trx, ways, now, runs);
  const ended = runs.flatMap(({ id }, i) => (outcomes[i]?.ended ? [id] : []));
  const called = outcomes.flatMap((one) => one.called);
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
  inFlood: () => Promise<boolean>,
  now: number,
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
    case '5':
      return orderFor(trx, run, await inFlood(), now);
    // Done by whoever talks with cameras, and by `sendHooks`.
    case '3':
    case '6':
      return null;
  }
}
