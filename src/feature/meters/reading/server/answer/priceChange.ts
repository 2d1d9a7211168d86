import { sql } from 'kysely';
import { resourceOf } from '#resource/index.ts';
import { type BaseLanguage, NAME_COMMA, type Text, textIn } from '#contract/text.ts';
import type { PriceInterval } from '#domain/tariff/pricing.ts';
import { dateOfDay } from '#domain/time/date.ts';
import type { Db } from '#server/database/db.ts';
import type { PriceChanged } from '../../contract.ts';

type Row = Readonly<Record<string, unknown>>;

interface Logged {
  readonly n: number;
  readonly at: Date;
  readonly by: string | null;
  readonly resource: string;
  readonly action: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Fields told of one change; the log of operations has them all. */
const MOST = 3;

/**
 * Who changed last what an interval of days costs, and how: its scheme, a version, market price or curve that holds in
 * it, or its agreement. In the order of the intervals; null where nobody has since they were made.
 */
export async function priceChanges(
  db: Db,
  intervals: readonly PriceInterval[],
): Promise<(PriceChanged | null)[]> {
  if (intervals.length === 0) return [];
  const days = (of: (one: PriceInterval) => number): string[] => intervals.map((one) => dateOfDay(of(one)));
  const { rows } = await sql<Logged>`
    select p.n::integer as n, l.at, l.user_name as by, l.resource, l.action, l.before, l.after
    from unnest(${intervals.map((one) => one.planId)}::integer[], ${intervals.map((one) => one.agreementId)}::integer[],
        ${days((one) => one.from)}::date[], ${days((one) => one.to - 1)}::date[])
        with ordinality p (plan, agreed, first, last, n)
      cross join lateral (select max(id) as id from (
        select max(id) as id from oper_log where resource = 'priceScheme' and row_id = p.plan and action <> 'add'
        union all select max(id) from oper_log
          where resource = 'priceAgreement' and row_id = p.agreed and action <> 'add'
        union all select max(id) from oper_log where resource = 'priceVersion'
          and (coalesce(after, before) ->> 'planId')::integer = p.plan
          and (coalesce(after, before) ->> 'validFrom')::date <= p.last
        union all select max(id) from oper_log where resource = 'priceMarket'
          and (coalesce(after, before) ->> 'planId')::integer = p.plan
          and (coalesce(after, before) ->> 'month')::date between date_trunc('month', p.first) and p.last
        union all select max(o.id) from price_curve c join oper_log o on o.resource = 'priceCurve' and o.row_id = c.id
          where c.plan_id = p.plan and c.curve = '2' and c.day between p.first and p.last) any_of) newest
      join oper_log l on l.id = newest.id`.execute(db);
  const byInterval = new Map(rows.map((row) => [row.n, row]));
  return intervals.map((_, i) => {
    const row = byInterval.get(i + 1);
    return row ? { at: row.at.getTime(), by: row.by, what: whatOf(row) } : null;
  });
}

const ACTIONS: Readonly<Record<string, Text>> = {
  add: { zh: '新增', en: 'added' },
  del: { zh: '删除', en: 'deleted' },
};

/** What a change did, in words: `电价方案“大工业”：谷电价 0.247 → 0.347`. */
function whatOf({ resource: name, action, before, after }: Logged): Text {
  const { fields, label, title } = resourceOf(name);
  const called = String((after ?? before)?.[title] ?? '');
  const done = ACTIONS[action];
  if (done || !before || !after)
    return { zh: `${label.zh}“${called}”：${done?.zh ?? action}`, en: `${label.en} “${called}”: ${done?.en ?? action}` }; // prettier-ignore
  const changed = Object.entries(fields).filter(
    ([key]) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  );
  const reported = (language: BaseLanguage): string =>
    changed
      .slice(0, MOST)
      .map(([key, field]) => {
        const [old, now] = [before[key], after[key]].map((value) => {
          const text = value === null || value === undefined ? '--' : String(value);
          return textIn(field.options?.[text], language) ?? text;
        });
        return `${textIn(field.label, language)} ${old} → ${now}`;
      })
      .join(textIn(NAME_COMMA, language)) + (changed.length > MOST ? ' …' : '');
  return {
    zh: `${label.zh}“${called}”：${reported('zh')}`,
    en: `${label.en} “${called}”: ${reported('en')}`,
  };
}
