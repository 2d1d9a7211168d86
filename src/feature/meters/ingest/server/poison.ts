import { isAway } from '#server/database/away.ts';

/** SQLSTATE classes of what is wrong with the data itself: data exception, program limit exceeded. */
const REFUSED = /^(22|54)/;

/**
 * Whether a delivery failed by what it holds, so that it would fail again for ever, rather than by a database that
 * does not answer now. It is acknowledged and told, or nothing behind it would ever come through.
 */
export function isPoison(error: unknown): boolean {
  if (isAway(error)) return false;
  if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError) return true;
  return error instanceof Error && 'code' in error && REFUSED.test(String(error.code));
}
