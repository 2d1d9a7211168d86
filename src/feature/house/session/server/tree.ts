import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { CONSUMER_TYPE, SITE_TYPE } from '#contract/orgType.ts';
import { id } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';

/** A node of the organisation tree (specification 3 section 3, "Trees"). */
export interface TreeNode {
  /** The id; of a group with `g` before it, as groups are no organisations. */
  readonly key: number | string;
  readonly id: number;
  readonly title: string;
  readonly name: string;
  readonly code: string;
  readonly kind: 'group' | 'consumer' | 'site' | 'unit' | 'meter';
  readonly isConsumer: boolean;
  /** The same for the charge area: id, name and code of an organisation, its type, and whether it heads the tree. */
  readonly orgId: number | null;
  readonly orgName: string;
  readonly orgCode: string;
  readonly orgType: string | null;
  readonly isHeader: boolean;
  /** Energy type of a meter. */
  readonly classifiedType: string | null;
  readonly dataAmmeterId: number | null;
  readonly children: TreeNode[];
}

interface OrgRow {
  readonly id: number;
  readonly kind: TreeNode['kind'];
  readonly code: string;
  readonly name: string;
  readonly parent_id: number | null;
  readonly type: string | null;
}

/** What every node says of itself, whatever it is. */
const named = (
  { id, kind, code, name }: Pick<TreeNode, 'id' | 'kind' | 'code' | 'name'>,
  orgType: string | null,
) => ({
  id,
  title: name,
  name,
  code,
  kind,
  isConsumer: kind === 'consumer',
  orgId: kind === 'meter' || kind === 'group' ? null : id,
  orgName: name,
  orgCode: code,
  orgType,
  isHeader: kind === 'consumer',
  classifiedType: null,
  dataAmmeterId: null,
});

// A tree beyond this is not drawn; its parts are found by search.
const MOST_NODES = 20_000;

function build(rows: readonly OrgRow[]): TreeNode[] {
  const nodes = new Map<number, TreeNode>(
    rows.map((row) => [row.id, { key: row.id, ...named(row, row.type), children: [] }]),
  );
  const roots: TreeNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id);
    if (node) (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** The organisations of an enterprise: the enterprise, its sites and units. */
async function orgTree(trx: Db, consumerId: number): Promise<TreeNode[]> {
  const { rows } = await sql<OrgRow>`
    select o.id, o.kind, o.code, shown_name(o.name, o.name_en) as name, o.parent_id,
      case o.kind when 'consumer' then ${CONSUMER_TYPE} when 'site' then ${SITE_TYPE} else u.org_type end as type
    from org o left join org_unit u on u.id = o.id and o.kind = 'unit' where o.consumer_id = ${consumerId}
    order by o.kind, o.ix, o.id limit ${MOST_NODES}`.execute(trx);
  return build(rows);
}

interface GroupRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly members: readonly number[];
}

/**
 * The enterprises that the scope shows below the groups (集团) that they are members of, those of none after them. Of a
 * group of others nothing is told; an enterprise of two groups stands below both.
 */
export const getConsumerAndGroup = defineRoute({
  method: 'GET',
  path: '/api/archive/consumer/getConsumerAndGroup',
  summary: { zh: '集团与企业树', en: 'Tree of groups and enterprises' },
  permission: null,
  why: 'scope',
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<OrgRow>`
      select id, kind, code, shown_name(name, name_en) as name, null as parent_id, ${CONSUMER_TYPE} as type from org where kind = 'consumer'
      order by id limit ${MOST_NODES}`.execute(trx);
    const { rows: groups } = await sql<GroupRow>`
      select g.id, g.group_code as code, shown_name(g.group_name, g.group_name_en) as name, array_agg(distinct c.id order by c.id) as members
      from "group" g join consumer c on c.id = any (g.consumer_id_list)
      where g.state = '1' group by g.id order by g.group_name, g.id limit ${MOST_NODES}`.execute(trx);
    const consumers = build(rows);
    const byId = new Map(consumers.map((node) => [node.id, node]));
    const inGroup = new Set(groups.flatMap(({ members }) => members));
    return [
      ...groups.map(({ members, ...group }): TreeNode => ({
        key: `g${group.id}`,
        ...named({ ...group, kind: 'group' }, null),
        children: members.flatMap((member) => byId.get(member) ?? []),
      })),
      ...consumers.filter((node) => !inGroup.has(node.id)),
    ];
  },
});

export const getOrgTree = defineRoute({
  method: 'GET',
  path: '/api/sys/orgUnit/getOrgTree',
  summary: { zh: '企业的组织树', en: 'Organisation tree of an enterprise' },
  permission: null,
  why: 'scope',
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: ({ trx, params }) => orgTree(trx, params.consumerId),
});

/** The tree below one organisation, with the meters of its sites (specification 3 section 7, login and session). */
export const getSubTree = defineRoute({
  method: 'GET',
  path: '/api/sys/orgRelation/getSubTree',
  summary: { zh: '组织的下级树（含表计）', en: 'Tree below an organisation, with meters' },
  permission: null,
  why: 'scope',
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params }) => {
    const { rows: at } = await sql<{ consumer_id: number }>`
      select consumer_id from org where id = ${params.orgId}`.execute(trx);
    if (!at[0]) throw noSuchRow();
    const found = findNode(await orgTree(trx, at[0].consumer_id), params.orgId);
    if (!found) throw noSuchRow();
    const { rows: meters } = await sql<{
      id: number;
      ammeter_name: string;
      ammeter_code: string;
      data_type: string | null;
      site_id: number;
      parent_id: number | null;
    }>`select id, shown_name(ammeter_name, ammeter_name_en) as ammeter_name, ammeter_code, data_type, site_id, parent_id from ammeter
      where consumer_id = ${at[0].consumer_id} order by id limit ${MOST_NODES}`.execute(trx);
    const byId = new Map(
      meters.map((m) => [
        m.id,
        {
          key: m.id,
          ...named({ id: m.id, kind: 'meter', code: m.ammeter_code, name: m.ammeter_name }, null),
          classifiedType: m.data_type,
          dataAmmeterId: m.id,
          children: [] as TreeNode[],
        },
      ]),
    );
    for (const m of meters) {
      const node = byId.get(m.id);
      const parent = m.parent_id === null ? findNode([found], m.site_id) : byId.get(m.parent_id);
      if (node) parent?.children.push(node);
    }
    return [found];
  },
});

function findNode(nodes: readonly TreeNode[], wanted: number): TreeNode | undefined {
  for (const node of nodes) {
    const found =
      node.kind !== 'meter' && node.kind !== 'group' && node.id === wanted
        ? node
        : findNode(node.children, wanted);
    if (found) return found;
  }
  return undefined;
}
