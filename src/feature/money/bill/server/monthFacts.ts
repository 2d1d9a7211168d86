import { groupedBy } from '#domain/group.ts';
import type { Range } from '#domain/fold/reach.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import { maximaUnder, type RuledMaximum } from '#feature/money/demand/server/public.ts';
import { type ReactiveGap, reactiveGaps } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { joined, standardOf } from '../domain/measured.ts';
import type { AccountMonth } from '../domain/span.ts';
import type { BilledSpan, Party } from './account.ts';

/** Spans of a month side by side of the same object: one maximum demand is read of them. */
interface ObjectRun extends Range {
  readonly month: string;
  readonly context: Party['context'];
  readonly spans: readonly BilledSpan[];
}

/** What of a run is known for sure beside its energies. */
export interface RunFacts extends ObjectRun {
  /** Its maximum demand, and by which rule; null where nobody asked. */
  readonly demand: RuledMaximum | null;
  /**
   * Where active and reactive energy of its meters are not known over the same span, by how reactive energy counts
   * (`1` lagging and leading, `2` lagging alone); without what nobody asked.
   */
  readonly gaps: Readonly<Partial<Record<string, readonly ReactiveGap[]>>>;
}

const runsOf = ({ month, spans }: AccountMonth<BilledSpan>): ObjectRun[] =>
  joined(spans, ({ agreed }) => String(agreed.orgId)).flatMap((own): ObjectRun[] => {
    const [first, last] = [own[0], own.at(-1)];
    return first && last
      ? [{ month, context: first.agreed.context, from: first.from, to: last.to, spans: own }]
      : [];
  });

const asksDemand = ({ basicCharge }: BilledSpan): boolean => basicCharge === '2' || basicCharge === '3';

/**
 * What basic charges and power-factor standards must know of months; for each object the same few statements however
 * many months. @param all also where no basic charge and no standard asks
 */
export async function factsOf(
  trx: Db,
  months: readonly AccountMonth<BilledSpan>[],
  all: boolean,
): Promise<RunFacts[]> {
  const runs = months.flatMap(runsOf);
  const demands = await byObject(runs, ({ spans }) => all || spans.some(asksDemand), (query, own) => maximaUnder(trx, query, own)); // prettier-ignore
  const gaps = new Map<string, (readonly ReactiveGap[] | undefined)[]>();
  for (const mode of ['1', '2']) {
    const asks = ({ spans }: ObjectRun): boolean =>
      all || spans.some((span) => standardOf(span) !== '0' && span.scheme.reactive === mode);
    const found = await byObject(runs, asks, (query, own) => {
      const until = expectedUntil(query.expected);
      const over = own.map(({ from, to }) => ({ from, to: Math.max(from, Math.min(to, until)) }));
      return reactiveGaps(trx, query.signed.map((one) => one.meterId), over, mode !== '2'); // prettier-ignore
    });
    gaps.set(mode, found);
  }
  return runs.map((run, i) => ({
    ...run,
    demand: demands[i] ?? null,
    gaps: Object.fromEntries([...gaps].flatMap(([mode, found]) => (found[i] ? [[mode, found[i]]] : []))),
  }));
}

/** Asks for all runs of an object at once; the answers are in the order of the runs, undefined where nobody asked. */
async function byObject<A>(
  runs: readonly ObjectRun[],
  asks: (run: ObjectRun) => boolean,
  ask: (query: ObjectRun['context'], runs: readonly ObjectRun[]) => Promise<readonly A[]>,
): Promise<(A | undefined)[]> {
  const found = new Map<ObjectRun, A | undefined>();
  for (const [query, own] of groupedBy(runs.filter(asks), (run) => run.context)) {
    const answers = await ask(query, own);
    own.forEach((run, i) => found.set(run, answers[i]));
  }
  return runs.map((run) => found.get(run));
}

/** Whether a maximum demand may have been higher than it is told. */
export const isAtLeast = (demand: RunFacts['demand']): boolean =>
  demand?.reported.maximum?.proven === true || (demand !== null && demand.reported.hiding.length > 0);

/** Whether the demand or the power factor of a month rests on incomplete data. */
export const isDoubtful = (runs: readonly RunFacts[]): boolean =>
  runs.some(
    ({ demand, gaps, spans }) =>
      (spans.some(asksDemand) && isAtLeast(demand)) ||
      spans.some((span) => standardOf(span) !== '0' && (gaps[span.scheme.reactive]?.length ?? 0) > 0),
  );
