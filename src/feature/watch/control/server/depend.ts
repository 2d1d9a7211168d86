import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { DependentWire } from '../contract.ts';

/** So many of a kind are told; an output on which more depends is no usual one. */
const MOST = 20;

/** What depends on an output: interlocks of others, linkages, shedding plans, and the meters below that of its load. */
export async function dependentsOf(db: Db, controlId: number): Promise<DependentWire[]> {
  const { rows } = await sql<DependentWire>`
    (select 'interlock' as kind, concat(o.control_code, ' ', shown_name(o.control_name, o.control_name_en)) as name
      from control_interlock l join i_remote_control o on o.id = l.control_id
      where l.other_control_id = ${controlId} and l.state = '1' order by 2 limit ${MOST})
    union all (select 'linkage', shown_name(l.linkage_name, l.linkage_name_en) from linkage_config l
      where l.linkage_type = '4' and l.control_item_id = ${controlId} order by 2 limit ${MOST})
    union all (select 'shedPlan', shown_name(p.plan_name, p.plan_name_en) from shed_plan p
      where ${controlId} = any (p.control_id_list) and p.state = '1' order by 2 limit ${MOST})
    union all (select 'meter', concat(c.ammeter_code, ' ', shown_name(c.ammeter_name, c.ammeter_name_en))
      from i_remote_control r join ammeter c on c.parent_id = r.ammeter_id
      where r.id = ${controlId} order by 2 limit ${MOST})`.execute(db);
  return rows;
}
