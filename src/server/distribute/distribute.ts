import type pg from 'pg';
import type { Log } from '../database/log.ts';
import { citusState, seriesTables } from './catalog.ts';
import { planDistribution, versionFault } from './plan.ts';

/** How the run ended; also the exit code of the command. */
export const OUTCOME = { done: 0, faulty: 1, noCitus: 3 } as const;
export type Outcome = (typeof OUTCOME)[keyof typeof OUTCOME];

const UNPROVED =
  'Nothing was changed: the product was never proved on a cluster. What is known to be wrong there: a reading that contradicts one that is stored counts as accepted and is lost (docs/scale.md, step 4). Where no number may rest on it, --trial distributes all the same.';

/**
 * Distributes the tables of time series by meter over the machines of a Citus cluster. Each statement commits by
 * itself: a run that was cut is taken up by the next. With `dryRun` nothing is changed; the statements are told. Without
 * `trial` nothing is changed either: on a cluster a reading that contradicts one that is there would be lost in silence.
 */
export async function distribute(
  pool: pg.Pool,
  { dryRun, trial, log }: { dryRun: boolean; trial: boolean; log: Log },
): Promise<Outcome> {
  const state = await citusState(pool);
  const plan = planDistribution(await seriesTables(pool), state.distributed);
  for (const fault of plan.faults) log.error(fault);
  if (plan.faults.length > 0) {
    log.error('Nothing was changed.');
    return OUTCOME.faulty;
  }
  if (dryRun) for (const statement of plan.statements) log.info(`${statement};`);
  if (!dryRun && !trial) {
    log.error(UNPROVED);
    return OUTCOME.faulty;
  }
  const version = state.installed ?? state.available;
  if (version === null) {
    log.error(
      'This PostgreSQL has no extension citus, so nothing was distributed: install Citus on every machine of the cluster, or stay on one machine. docs/scale.md tells when it is worth it.',
    );
    return OUTCOME.noCitus;
  }
  const old = versionFault(version);
  if (old !== null) {
    log.error(old);
    return OUTCOME.faulty;
  }
  if (dryRun) return OUTCOME.done;
  for (const statement of plan.statements) {
    log.info(statement);
    await pool.query(statement);
  }
  log.info(
    plan.statements.length > 1
      ? 'The time series are distributed by meter.'
      : 'They were distributed already; nothing was left to do.',
  );
  return OUTCOME.done;
}
