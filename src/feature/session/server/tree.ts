import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';

/** A node of the organisation tree (specification 3 section 3, "Trees"). */
export interface TreeNode {
  readonly key: number;
  readonly id: number;
  readonly title: string;
  readonly name: string;
  readonly code: string;
  readonly kind: 'consumer' | 'site' | 'unit' | 'meter';
  readonly isConsumer: boolean;
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
}

// A tree beyond this is not drawn; its parts are found by search.
const MOST_NODES = 20_000;

function build(rows: readonly OrgRow[]): TreeNode[] {
  const nodes = new Map<number, TreeNode>(
    rows.map((r) => [
      r.id,
      {
        key: r.id,
        id: r.id,
        title: r.name,
        name: r.name,
        code: r.code,
        kind: r.kind,
        isConsumer: r.kind === 'consumer',
        classifiedType: null,
        dataAmmeterId: null,
        children: [],
      },
    ]),
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
export async function orgTree(trx: Db, consumerId: number): Promise<TreeNode[]> {
  const { rows } = await sql<OrgRow>`
    select id, kind, code, name, parent_id from org where consumer_id = ${consumerId}
    order by kind, ix, id limit ${MOST_NODES}`.execute(trx);
  return build(rows);
}

/** Every enterprise that the scope shows. */
export const getConsumerAndGroup = defineRoute({
  method: 'GET',
  path: '/api/archive/consumer/getConsumerAndGroup',
  summary: { zh: '企业树', en: 'Tree of enterprises' },
  permission: null,
  why: 'scope',
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<OrgRow>`
      select id, kind, code, name, null as parent_id from org where kind = 'consumer'
      order by id limit ${MOST_NODES}`.execute(trx);
    return build(rows);
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
      data_type: string;
      site_id: number;
      parent_id: number | null;
    }>`select id, ammeter_name, ammeter_code, data_type, site_id, parent_id from ammeter
      where consumer_id = ${at[0].consumer_id} order by id limit ${MOST_NODES}`.execute(trx);
    const byId = new Map(
      meters.map((m) => [
        m.id,
        {
          key: m.id,
          id: m.id,
          title: m.ammeter_name,
          name: m.ammeter_name,
          code: m.ammeter_code,
          kind: 'meter' as const,
          isConsumer: false,
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
    const found = node.kind !== 'meter' && node.id === wanted ? node : findNode(node.children, wanted);
    if (found) return found;
  }
  return undefined;
}
