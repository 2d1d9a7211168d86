import pg from 'pg';
import type { Log } from './log.ts';

/** Exit code of a start that found no database (EX_TEMPFAIL): worth another try, unlike a wrong setting. */
export const AWAY_EXIT_CODE = 75;

/**
 * SQLSTATEs of a connection that is gone or cannot be had now (PostgreSQL, appendix A): class 08, shut down by a
 * person, by a crash, starting up, database gone, idle for too long, too many connections.
 */
const AWAY = /^(?:08\w{3}|57P0[1-5]|53300)$/;
/** What the driver says of a connection that is gone, and of one that was waited for in vain. */
const SAID =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Postgres connection has been discarded|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

const broken = new WeakSet<Error>();
const uncertain = new WeakSet<Error>();

/** Keeps in mind that an error of the system (reset, refused, no such address) is one of a database connection. */
export function noteBroken(error: unknown): void {
  // What the server itself says has a state, by which it is judged.
  if (error instanceof Error && !(error instanceof pg.DatabaseError)) broken.add(error);
}

/** Keeps in mind that a commit was sent whose answer never came. */
export function noteUncertain(error: unknown): void {
  if (error instanceof Error) uncertain.add(error);
}

/** Whether something failed because the database did not answer, rather than for what was asked of it. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (broken.has(error) || SAID.test(error.message)) return true;
  if (error instanceof pg.DatabaseError && AWAY.test(error.code ?? '')) return true;
  return isAway(error.cause);
}

/** Whether the connection was lost between a commit and its answer: the change may be there. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof Error && (uncertain.has(error) || isUncertain(error.cause));

/**
 * The last net of a process or thread: a lost connection that a library told nobody about is no reason to end. Anything
 * else that nobody expected still is.
 */
export function outliveLostConnections(log: Log): void {
  process.on('unhandledRejection', (error) => {
    if (!isAway(error)) throw error;
    log.warn(`A database connection broke unheard: ${String(error)}`);
  });
}

/** A failure as one sentence for the person at the command line. */
export function sentenceOf(error: unknown): string {
  // A refused connection to several addresses of one name arrives as an AggregateError without a message.
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = one instanceof Error ? one.message : String(one);
  return isAway(error) ? `The database does not answer: ${reason}` : reason;
}
