import type { Db } from '#server/database/db.ts';
import { step } from '../domain/step.ts';
import { keepMove, readRequest } from './store.ts';
import { tellApplicant } from './tell.ts';

/** Nobody in person. */
const PRODUCT = { employeeId: 0, roleIds: [], consumerIds: [], scope: [], admin: true } as const;

/**
 * Stops a request that is about nothing any more, in the transaction of the system that made it so; the applicant is told. The
 * feature behind its workflow is not asked: it is the one that calls.
 * @returns whether it still ran. @throws Fault 404
 */
export async function stopRequest(system: Db, id: number, note: string): Promise<boolean> {
  const request = await readRequest(system, id, true);
  if (!request.flow) return false;
  const done = step(request.flow, request.course, PRODUCT, { action: 'stop', note });
  if (!done.ok || !done.entry) return false;
  const by = { employeeId: null, name: null, note };
  await keepMove(system, request, request.flow, done.course, done.entry, by);
  await tellApplicant(system, request, done.course.state, note);
  return true;
}
