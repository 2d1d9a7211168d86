import { sql } from 'kysely';
import type { Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import { apply, type News, retire } from './apply.ts';
import { noteFigures } from './figureMark.ts';
import { AHEAD_MS, judgeMeters, type Look, type Touched } from './judgeMeters.ts';
import { noteMixed } from './mixedMark.ts';
import { type Progress, progressOf } from './load.ts';
import { markAhead, takeWaiting, type Waiting } from './queue.ts';
import { RuleBook } from './ruleBook.ts';

// Any fixed number; of several workers one judges at a time, and another goes on when it is gone.
export const LOCK = 7_303_061;

/** What a look is made with. */
export interface LookOptions {
  readonly ways: Ways;
  /** ms by our clock. */
  readonly now: number;
  /** Our clock cannot be right: time alone changes nothing. */
  readonly inDoubt?: boolean;
  /** Only this meter (or what else the look judges), where one of several cannot be judged. */
  readonly only?: number;
  /** Those that cannot be judged at present. */
  readonly except?: readonly number[];
  /** Blocks of meters that were looked at a moment ago wait, at most so long (ms): what keeps coming is judged together. Default 0. */
  readonly restMs?: number;
  /** From when to when (ms) each block rests, kept from look to look. */
  readonly rests?: Map<number, { readonly from: number; readonly to: number }>;
  /** The rules as they are known from the looks before. */
  readonly book?: RuleBook;
}

/** What a look found. */
export interface Looked {
  /** Of the meters, or of what else the look judges. */
  readonly ids: readonly number[];
  readonly news: readonly News[];
}

export const NOTHING: Looked = { ids: [], news: [] };

/**
 * Looks once at meters that wait, in one transaction: what was touched is taken, judged and written, or nothing of it is.
 * @returns the meters that were looked at, none where none waits or another process looks
 */
export async function lookOnce(db: Db, options: LookOptions): Promise<Looked> {
  const book = options.book ?? new RuleBook();
  try {
    return await db.transaction().execute((trx) => lookIn(trx, options, book));
  } catch (error) {
    book.forgetAll();
    throw error;
  }
}

async function lookIn(trx: Db, options: LookOptions, book: RuleBook): Promise<Looked> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
    trx,
  );
  if (!rows[0]?.mine) return NOTHING;
  const waiting = await takeWaiting(trx, options);
  if (waiting.size === 0) return NOTHING;
  const meterIds = [...waiting.keys()];
  const { now, inDoubt = false, ways } = options;
  await book.renew(trx, now);
  const progress = await progressOf(trx, meterIds);
  const { rules, fresh, watched } = await book.of(trx, meterIds);
  // By a clock that is wrong no stamp lies ahead.
  const until = inDoubt ? Infinity : now + AHEAD_MS;
  const looks = [...progress.values()].map((one): Look => {
    const waits = waiting.get(one.ammeterId);
    return {
      progress: one,
      touched: touchedUpTo(waits?.touched ?? null, until),
      heard: waits ? heardOf(waits, one, now) : [],
      behind: waits?.behind ?? false,
      assignments: rules.get(one.ammeterId) ?? [],
      watched: watched.has(one.ammeterId),
    };
  });
  await markAhead(trx, aheadOf(progress, waiting, until));
  await noteFigures(trx, looks, now);
  await noteMixed(trx, looks, fresh, now);
  const verdicts = await judgeMeters(trx, looks, now, inDoubt);
  // What is out of use, or not put to a meter any more, was read anew with the meter's rules.
  const retired = await retire(
    trx,
    fresh,
    fresh.flatMap((id) => rules.get(id) ?? []),
    now,
  );
  const news = await apply(trx, ways, verdicts, now);
  await keepProgress(trx, looks);
  return { ids: meterIds, news: [...retired, ...news] };
}

/** What was touched, up to an instant (ms): a stamp after it says that the meter is alive, and nothing more yet. */
const touchedUpTo = (touched: Touched, until: number): Touched =>
  touched && { from: Math.min(touched.from, until), to: Math.min(touched.to, until) };

/** What is stamped after an instant (ms), of meters that are judged. */
const aheadOf = (
  progress: ReadonlyMap<number, Progress>,
  waiting: ReadonlyMap<number, Waiting>,
  until: number,
) =>
  [...waiting].flatMap(([meterId, { touched }]) =>
    touched && touched.to > until && progress.has(meterId)
      ? [{ meterId, from: Math.max(touched.from, until + 1), to: touched.to }]
      : [],
  );

/** When something newer than all before came of a meter, by our clock (ms), in order. */
function heardOf({ touched, came, waited }: Waiting, { judgedTo, heardAt }: Progress, now: number): number[] {
  if (!touched || waited || touched.to <= judgedTo) return [];
  if (!came) return [now];
  let newest = judgedTo;
  return came.flatMap(([agoMs, to]) => {
    if (to <= newest) return [];
    newest = to;
    return [Math.max(heardAt, now - Math.max(0, agoMs))];
  });
}

/** Notes up to where meters are judged; those that no rule judges any more are forgotten. */
async function keepProgress(trx: Db, looks: readonly Look[]): Promise<void> {
  const newestOf = ({ progress: { judgedTo }, touched }: Look): number =>
    Math.max(judgedTo, touched?.to ?? 0);
  const newer = looks.filter((look) => look.heard.length > 0 || newestOf(look) > look.progress.judgedTo);
  if (newer.length > 0)
    await sql`
      update alarm_progress p set judged_to = to_timestamp(h.at / 1000), heard_at = to_timestamp(h.heard / 1000)
      from unnest(${numbers(newer.map(({ progress }) => progress.ammeterId))}::integer[],
        ${numbers(newer.map(newestOf))}::float8[],
        ${numbers(newer.map(({ heard, progress }) => heard.at(-1) ?? progress.heardAt))}::float8[]) h (id, at, heard)
      where p.ammeter_id = h.id`.execute(trx);
  const left = looks.filter(({ assignments, watched }) => assignments.length === 0 && !watched);
  if (left.length > 0)
    await sql`delete from alarm_progress where ammeter_id = any (${left.map(({ progress }) => progress.ammeterId)}::integer[])`.execute(
      trx,
    );
}
