import { sql } from 'kysely';
import type { CommandState } from '#contract/control.ts';
import { type Load, type LoadPart, partOf, type ShedView } from '#domain/control/shed.ts';
import { numberToMicro, textToMicro } from '#domain/decimal/decimal.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Guarded } from '#feature/money/demand/server/public.ts';
import { toldLately } from '#feature/meters/reading/server/public.ts';
import type { Hindrance } from '#feature/watch/control/contract.ts';
import { type OutputNow, outputsNow } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PlanLoad, PlanRow } from './plan.ts';

/** A power that came longer ago says nothing of now. */
const FRESH_MS = 5 * MINUTE_MS;
const SECOND = 1000;

/** What a run did with a load. Instants in ms, powers in kW. */
interface Facts {
  readonly controlId: number;
  readonly off: {
    readonly id: number;
    readonly state: CommandState;
    readonly at: number;
    readonly endedAt: number | null;
  } | null;
  readonly on: { readonly id: number; readonly state: CommandState; readonly at: number } | null;
  /** What it was foreseen to be good for when it was commanded. */
  readonly foreseen: string | null;
  readonly verified: string | null;
  /** Somebody else commanded it since, or a step says that it was taken over. */
  readonly taken: boolean;
}

/** A load with all that is known of it. */
export interface LoadNow extends Load {
  readonly plan: PlanLoad;
  readonly output: OutputNow;
  /** kW, as text; null = its meter told nothing lately. */
  readonly power: string | null;
  /** The run commanded it. */
  readonly commanded: boolean;
  /** It was proven off, and then seen on, or commanded by somebody else: it is theirs. */
  readonly takenNow: boolean;
  readonly facts: Facts;
}

/** A plan at an instant: the view that the rule judges, and what people are shown. */
export interface PlanNow {
  readonly view: ShedView;
  readonly loads: readonly LoadNow[];
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** What a run did with each of its loads. */
async function factsOf(db: Db, runId: number): Promise<ReadonlyMap<number, Facts>> {
  const { rows } = await sql<Facts>`
    select o.control_id as "controlId", o.power::text as foreseen,
      json_build_object('id', k.id, 'state', k.state, 'at', ${ms('coalesce(k.sent_at, k.requested_at)')},
        'endedAt', ${ms('k.ended_at')}) as off,
      case when b.id is null then null else json_build_object('id', b.id, 'state', b.state,
        'at', ${ms('coalesce(b.sent_at, b.requested_at)')}) end as on,
      (k.kw_before - k.kw_after)::text as verified,
      exists (select from shed_step t where t.run_id = o.run_id and t.control_id = o.control_id and t.kind = 'taken')
        or exists (select from control_command c where c.control_id = o.control_id and c.id > k.id
          and c.id is distinct from b.id and c.sent_at is not null and (b.id is null or c.id < b.id)) as taken
    from shed_step o join control_command k on k.id = o.command_id
    left join shed_step r on r.run_id = o.run_id and r.control_id = o.control_id and r.kind = 'on'
    left join control_command b on b.id = r.command_id
    where o.run_id = ${runId} and o.kind = 'off'`.execute(db);
  return new Map(rows.map((row) => [row.controlId, row]));
}

/** The power that meters told last, of those that told it lately; kW as text. */
async function powersOf(
  db: Db,
  meterIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, string>> {
  const told = await toldLately(db, meterIds, 'PZ', now - FRESH_MS + 1, now);
  return new Map([...told].map(([id, { value }]) => [id, String(value)]));
}

const NONE: Facts = { controlId: 0, off: null, on: null, foreseen: null, verified: null, taken: false };

/** The loads of a plan, or of one of its runs, as they stand. @param now ms @param runId default the open one */
export async function loadsOf(
  db: Db,
  plan: PlanRow,
  now: number,
  runId: number | undefined = plan.run?.id,
): Promise<LoadNow[]> {
  const facts = runId === undefined ? new Map<number, Facts>() : await factsOf(db, runId);
  // A run may know loads that the plan does not name any more.
  const ids = [...new Set([...plan.controlIds, ...facts.keys()])];
  const outputs = new Map((await outputsNow(db, ids)).map((one) => [one.controlId, one]));
  const meters = [...outputs.values()].flatMap(({ ammeterId }) => ammeterId ?? []);
  const powers = await powersOf(db, [...new Set(meters)], now);
  const named = new Map(plan.loads.map((one) => [one.controlId, one]));
  return ids.flatMap((controlId) => {
    const output = outputs.get(controlId);
    const one = named.get(controlId) ?? { controlId, priority: 99, promised: 0, minimumOff: null };
    if (!output) return [];
    const power = output.ammeterId === null ? null : (powers.get(output.ammeterId) ?? null);
    return [loadNow(one, heldBack(output, plan), power, facts.get(one.controlId) ?? NONE)];
  });
}

/** A plan as it stands with its loads. @param guarded the running window of its limit @param now ms */
export async function planNow(db: Db, plan: PlanRow, guarded: Guarded, now: number): Promise<PlanNow> {
  const loads = await loadsOf(db, plan, now);
  const { from, knownTo, energy, power, toldAt, limit } = guarded;
  // Only what is measured is acted upon: a guess switches nothing.
  const window =
    power !== null && toldAt !== null
      ? { from, to: from + QUARTER_MS, knownTo, energy, power, toldAt }
      : null;
  const gap = plan.gapSeconds * SECOND;
  const hinderedSince = plan.run?.hinderedSince ?? null;
  return { view: { now, window, limit, loads, gap, margin: plan.marginPercent, hinderedSince }, loads };
}

const TWO: Hindrance = { reason: 'twoPersons', detail: null };

/** An output for two persons is shed only where somebody approves the run, and the approval named it. */
function heldBack(output: OutputNow, { arming, run }: PlanRow): OutputNow {
  const named =
    run?.state === 'active' ? run.approvedControls.includes(output.controlId) : arming?.automatic !== true;
  if (!output.twoPersons || named) return output;
  return { ...output, offHindrance: output.offHindrance ?? TWO, onHindrance: output.onHindrance ?? TWO };
}

function loadNow(plan: PlanLoad, output: OutputNow, power: string | null, facts: Facts): LoadNow {
  const promised = numberToMicro(plan.promised);
  const { off, on, foreseen, verified } = facts;
  // Seen on after it was proven off: somebody switched it at its place.
  const seenOn =
    off?.state === 'verified' &&
    on === null &&
    output.on === true &&
    (output.heardAt ?? 0) > (off.endedAt ?? Infinity);
  const part: LoadPart = partOf(off, on, facts.taken || seenOn);
  const measured = power === null ? promised : max(0n, textToMicro(power));
  return {
    id: plan.controlId,
    priority: plan.priority,
    sheds: foreseen === null ? min(promised, measured) : textToMicro(foreseen),
    returns: max(promised, verified === null ? 0n : textToMicro(verified)),
    on: output.on,
    mayOff: output.offHindrance === null,
    mayOn: output.onHindrance === null,
    resting: output.onHindrance?.reason === 'minimumOff',
    minimumOff: (plan.minimumOff ?? 0) * SECOND,
    part,
    plan,
    output,
    power,
    facts,
    commanded: off !== null,
    takenNow: off?.state === 'verified' && on === null && part.kind === 'left',
  };
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
