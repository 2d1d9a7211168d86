import { sql } from 'kysely';
import type { FigureState, StatType } from '#contract/upload.ts';
import type { Db } from '#server/database/db.ts';
import { causeOf, decide, type Decision, type Kept } from '../domain/decide.ts';
import { type Computed, type Hold, holdOf, type Part } from '../domain/figure.ts';
import { inBoth } from '#contract/inBoth.ts';
import type { Only } from './batch.ts';
import { rawText } from './values.ts';

/** What a batch does with figures. */
export interface Preparation {
  readonly recordId: number;
  readonly platformId: number;
  readonly consumerId: number;
  /** A person asks for what was refused once more. */
  readonly again: boolean;
  readonly only: Only | undefined;
  /** ms */
  readonly now: number;
}

interface Row extends Kept {
  readonly at: number;
  readonly parts: readonly Part[];
}

/** The newest revisions of an item's figures in a range, by begin of the period. */
async function keptOf(
  db: Db,
  platformId: number,
  key: { readonly dataCode: string; readonly statType: StatType },
  from: number,
  to: number,
): Promise<Map<number, Row>> {
  const { rows } = await sql<Row>`select distinct on (stat_date) id, revision, figure_state as state,
      sent_text as "sentText", prior_text as "priorText", convert_ration as "ratioText", attempts,
      (select p.convert_ration from upload_detail p where p.platform_id = d.platform_id and p.data_code = d.data_code
        and p.stat_type = d.stat_type and p.stat_date = d.stat_date and p.revision = d.revision - 1) as "priorRatioText",
      (date_part('epoch', stat_date) * 1000)::float8 as at, _parts as parts
    from upload_detail d where platform_id = ${platformId} and data_code = ${key.dataCode} and stat_type = ${key.statType}
      and stat_date >= ${new Date(from)} and stat_date < ${new Date(to)}
    order by stat_date, revision desc`.execute(db);
  return new Map(rows.map((row) => [row.at, row]));
}

interface Planned {
  readonly figure: Computed;
  readonly hold: Hold | null;
  readonly kept: Row | undefined;
  readonly decision: Decision;
}

/** What a batch would do with the figures of one item; nothing is written. */
export async function planOf(
  db: Db,
  platformId: number,
  figures: readonly Computed[],
  { again, now }: Pick<Preparation, 'again' | 'now'>,
): Promise<Planned[]> {
  const [first, last] = [figures[0], figures.at(-1)];
  if (!first || !last) return [];
  const kept = await keptOf(db, platformId, first.item, first.period.from, last.period.to);
  return figures.map((figure): Planned => {
    const hold = holdOf(figure, now);
    const known = kept.get(figure.period.from);
    const wanted = { sentText: figure.sentText, ratioText: figure.ratioText, held: hold !== null };
    return { figure, hold, kept: known, decision: decide(known, wanted, again) };
  });
}

/** How many figures of an item came into a batch. */
export interface Prepared {
  readonly entered: number;
  readonly skipped: number;
}

/** Enters the figures of one item into a batch, in one transaction; done twice it changes nothing. */
export async function prepareItem(
  db: Db,
  figures: readonly Computed[],
  work: Preparation,
): Promise<Prepared> {
  return db.transaction().execute(async (trx) => {
    const all = await planOf(trx, work.platformId, figures, work);
    const plan = all.filter(({ kept }) => isAsked(kept, work.only));
    const having = (act: Decision['act']): Planned[] => plan.filter(({ decision }) => decision.act === act);
    await carry(trx, work, having('carry'));
    await withdraw(trx, having('withdraw'));
    await replace(trx, work, having('replace'));
    await insert(trx, work, having('insert'));
    const skipped = having('skip').length + having('withdraw').length;
    return { entered: plan.length - skipped, skipped };
  });
}

function isAsked(kept: Row | undefined, only: Only | undefined): boolean {
  if (only === undefined) return true;
  if (only === 'due') return kept?.state !== 'acknowledged';
  return kept !== undefined && (only === 'known' || kept.state === 'waiting' || kept.state === 'unknown');
}

const idsOf = (plan: readonly Planned[]): number[] => plan.flatMap(({ kept }) => kept?.id ?? []);

async function carry(trx: Db, { recordId }: Preparation, plan: readonly Planned[]): Promise<void> {
  if (plan.length === 0) return;
  await sql`update upload_detail set record_id = ${recordId},
      _due_at = case when _due_at = 'infinity' then now() else _due_at end
    where id = any(${idsOf(plan)}::integer[])`.execute(trx);
}

/** The revision that never left goes; the one before it is again what it was. */
async function withdraw(trx: Db, plan: readonly Planned[]): Promise<void> {
  if (plan.length === 0) return;
  await sql`with gone as (
      delete from upload_detail where id = any(${idsOf(plan)}::integer[]) and attempts = 0
      returning platform_id, data_code, stat_type, stat_date, revision)
    update upload_detail d set figure_state = coalesce(d._was_state, 'acknowledged'), _was_state = null from gone g
    where d.platform_id = g.platform_id and d.data_code = g.data_code and d.stat_type = g.stat_type
      and d.stat_date = g.stat_date and d.revision = g.revision - 1 and d.figure_state = 'superseded'`.execute(
    trx,
  );
}

/** The columns that follow from the computation, of figures that wait or are held. */
function cellsOf({ figure, hold, kept }: Planned): Record<string, unknown> {
  const state: FigureState = hold ? 'held' : 'waiting';
  const cause = hold ? inBoth(hold.why) : kept ? causeOf(kept.parts, figure.parts) : null;
  return {
    item_name: figure.item.name.slice(0, 30),
    item_id: figure.item.id,
    raw: rawText(figure.raw),
    sent_text: figure.sentText?.slice(0, 40) ?? null,
    sent_unit: figure.unit.unit,
    ratio: figure.ratioText,
    coverage: figure.coverage,
    state,
    held_rule: hold?.rule ?? null,
    cause: cause?.slice(0, 255) ?? null,
    flags: figure.flags,
    parts: figure.parts,
  };
}

const CELLS =
  sql.raw(`item_name text, item_id integer, raw numeric, sent_text text, sent_unit text, ratio text,
  coverage numeric, state text, held_rule text, cause text, flags integer, parts jsonb`);

/** What the item is called in English, beside the name that is kept of it. */
const ENGLISH = sql`(select i.collect_item_name_en from data_collect_configure i
  where i.id = v.item_id and left(i.collect_item_name, 30) = v.item_name)`;

async function replace(trx: Db, { recordId }: Preparation, plan: readonly Planned[]): Promise<void> {
  if (plan.length === 0) return;
  const rows = plan.map((one) => ({ id: one.kept?.id, ...cellsOf(one) }));
  await sql`update upload_detail d set record_id = ${recordId}, item_name = v.item_name, item_name_en = ${ENGLISH},
      item_id = v.item_id,
      raw_value = v.raw, sent_text = v.sent_text, sent_unit = v.sent_unit, convert_ration = v.ratio,
      coverage = v.coverage, figure_state = v.state, held_rule = v.held_rule, cause = v.cause, _flags = v.flags,
      _parts = v.parts, _body = null, _sha = null, _due_at = now(), settled_at = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id integer, ${CELLS})
    where d.id = v.id and d.figure_state in ('waiting', 'held', 'refused')`.execute(trx);
}

async function insert(trx: Db, work: Preparation, plan: readonly Planned[]): Promise<void> {
  if (plan.length === 0) return;
  const rows = plan.map((one) => {
    const { decision, figure } = one;
    const more = decision.act === 'insert' ? decision : { revision: 1, prior: null };
    return {
      ...cellsOf(one),
      data_code: figure.item.dataCode,
      stat_type: figure.item.statType,
      stat_date: new Date(figure.period.from).toISOString(),
      revision: more.revision,
      prior: more.prior,
    };
  });
  await sql`insert into upload_detail (item_name, item_name_en, consumer_id, platform_id, record_id, item_id, data_code, stat_type,
      stat_date, revision, raw_value, sent_text, sent_unit, prior_text, convert_ration, coverage, figure_state, held_rule,
      cause, attempts, _flags, _parts)
    select v.item_name, ${ENGLISH}, ${work.consumerId}, ${work.platformId}, ${work.recordId}, v.item_id, v.data_code, v.stat_type,
      v.stat_date, v.revision, v.raw, v.sent_text, v.sent_unit, v.prior, v.ratio, v.coverage, v.state, v.held_rule,
      v.cause, 0, v.flags, v.parts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (data_code text, stat_type text, stat_date timestamptz,
      revision integer, prior text, ${CELLS})
    on conflict (platform_id, data_code, stat_type, stat_date, revision) do nothing`.execute(trx);
  const old = plan.flatMap(({ decision }) =>
    decision.act === 'insert' && decision.supersedes !== null ? [decision.supersedes] : [],
  );
  await sql`update upload_detail set _was_state = figure_state, figure_state = 'superseded', _changed_at = null
    where id = any(${old}::integer[])
    and figure_state in ('acknowledged', 'refused', 'held')`.execute(trx);
}
