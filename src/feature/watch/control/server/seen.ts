import type { Text } from '#contract/text.ts';
import type { Call } from '#server/route.ts';
import type { Interlock } from './interlock.ts';
import type { PointQuery } from './point.ts';
import { type Standing, standingsOf } from './standing.ts';

const NOT_SHOWN: Text = { zh: '未显示', en: 'not shown' };

/**
 * Points that the caller sees, as they are judged when they are operated: what stands beyond the limits of the account
 * counts, and is not named.
 */
export async function standingsSeen(
  { trx, caller, services }: Pick<Call<unknown>, 'trx' | 'caller' | 'services'>,
  query: PointQuery,
): Promise<Standing[]> {
  const seen = await standingsOf(trx, query);
  if ((caller.limit?.length ?? 0) === 0 || seen.length === 0) return seen;
  const ids = seen.map(({ row }) => row.controlId);
  const judged = new Map(
    (await standingsOf(services.system, { ids })).map((one) => [one.row.controlId, one]),
  );
  return seen.map((one) => {
    const whole = judged.get(one.row.controlId);
    return whole ? asJudged(one, whole) : one;
  });
}

function asJudged(seen: Standing, { row, interlocks }: Standing): Standing {
  const shown = new Map(seen.interlocks.map((one) => [one.interlockId, one]));
  return {
    row: {
      ...seen.row,
      wayInUse: row.wayInUse,
      allowed: row.allowed,
      value: row.value,
      since: row.since,
      heardAt: row.heardAt,
      failure: row.failure,
      known: row.known,
      tags: row.tags,
      open: row.open,
      sinceOperation: row.sinceOperation,
      operations: row.operations,
    },
    interlocks: interlocks.map((one) => hidden(one, shown.get(one.interlockId))),
  };
}

/** An interlock with no more of it than the caller sees. */
function hidden(judged: Interlock, seen: Interlock | undefined): Interlock {
  const whole =
    seen?.required.zh === judged.required.zh && (seen.present !== null || judged.present === null);
  if (whole) return judged;
  const present = judged.present === null ? null : NOT_SHOWN;
  return { ...judged, name: seen?.name ?? NOT_SHOWN, required: NOT_SHOWN, present, ageSeconds: null };
}
