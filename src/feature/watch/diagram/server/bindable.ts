import { sql } from 'kysely';
import { DATA_CODES, unitOfCode } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { Page } from '#contract/envelope.ts';
import type { Db } from '#server/database/db.ts';
import type { BindableWire, DiagramHead } from '../contract.ts';

/** What is looked for. */
export interface BindableQuery {
  readonly kind: 'item' | 'signal' | 'alarm' | 'figure';
  readonly dataCode: string;
  readonly figure: 'loadShare' | 'today' | 'month' | 'monthPeak';
  readonly search?: string | undefined;
  readonly current: number;
  readonly pageSize: number;
}

interface Row {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly siteName: string;
  readonly energy: string | null;
  readonly total: number;
}

/** Meters or signal points of the enterprise of a diagram that a search finds, those of its site first. */
export async function bindableOf(
  trx: Db,
  { consumerId, siteId }: DiagramHead,
  query: BindableQuery,
): Promise<Page<BindableWire>> {
  const { kind, current, pageSize, search } = query;
  const words = (search ?? '').toLowerCase();
  const own =
    kind === 'signal'
      ? sql`select p.id, p.point_code as code, shown_name(p.point_name, p.point_name_en) as name, p._initials as initials,
          p.site_id, null::text as energy from signal_point p where p.consumer_id = ${consumerId} and p.state = '1'`
      : sql`select a.id, a.ammeter_code as code, shown_name(a.ammeter_name, a.ammeter_name_en) as name,
          a._initials as initials, a.site_id, a.data_type as energy
          from ammeter a where a.consumer_id = ${consumerId} and a.state = '1' and a.data_type is not null`;
  const { rows } = await sql<Row>`
    select o.id, o.code, o.name, shown_name(s.org_name, s.org_name_en) as "siteName", o.energy,
      count(*) over ()::integer as total
    from (${own}) o join monitor_site s on s.id = o.site_id
    where ${words} = '' or strpos(lower(concat_ws(' ', o.code, o.name, o.initials)), ${words}) > 0
    order by o.site_id <> ${siteId}, o.code, o.id limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(
    trx,
  );
  return {
    list: rows.map((row) => ({
      source: sourceOf(query, row.id),
      code: row.code,
      name: row.name,
      siteName: row.siteName,
      unit: unitFor(query, row),
    })),
    pagination: { total: rows[0]?.total ?? 0, current, pageSize },
  };
}

function sourceOf({ kind, dataCode, figure }: BindableQuery, id: number): BindableWire['source'] {
  switch (kind) {
    case 'signal':
      return { kind, signalPointId: id };
    case 'item':
      return { kind, ammeterId: id, dataCode };
    case 'figure':
      return { kind, ammeterId: id, figure };
    case 'alarm':
      return { kind, ammeterId: id };
  }
}

function unitFor({ kind, dataCode, figure }: BindableQuery, { energy }: Row): string {
  if (energy === null || kind === 'signal' || kind === 'alarm') return '';
  const { unit } = energyTypeOf(energy);
  if (kind === 'item') return unitOfCode(dataCode, unit);
  return figure === 'loadShare' ? '%' : figure === 'monthPeak' ? 'kW' : unit;
}

/** Codes that may be bound. */
export const BINDABLE_CODES: readonly string[] = DATA_CODES.map(({ code }) => code);
