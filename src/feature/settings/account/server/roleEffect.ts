import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { FunctionName, RoleEffect } from '../contract.ts';

interface Holders {
  readonly roles: number[];
  readonly n: number;
  readonly names: string[];
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** What giving a role other functions and limits would do to the accounts that hold it. */
export async function effectOfRole(
  trx: Db,
  roleId: number,
  funIds: readonly number[],
  limitIds: readonly number[],
): Promise<RoleEffect> {
  const { rows: roles } = await sql<{ id: number; funs: number[]; limits: number[] }>`
    select id, coalesce(org_fun_list, '{}') as funs, coalesce(org_limit_list, '{}') as limits
    from org_role`.execute(trx);
  const role = roles.find(({ id }) => id === roleId);
  if (!role) throw noSuchRow();
  const before = new Set(role.funs);
  const after = new Set(funIds);
  const gained = funIds.filter((id) => !before.has(id));
  const lost = role.funs.filter((id) => !after.has(id));
  const { rows: groups } = await sql<Holders>`
    select role_id_list as roles, count(*)::integer as n, (array_agg(name order by id))[1:8] as names
    from org_employee where ${roleId}::integer = any (role_id_list) group by role_id_list`.execute(trx);
  const reported = groups.map((group) => {
    const others = new Set(
      roles.filter(({ id }) => id !== roleId && group.roles.includes(id)).flatMap(({ funs }) => funs),
    );
    return {
      ...group,
      gains: gained.some((id) => !others.has(id)),
      loses: lost.some((id) => !others.has(id)),
    };
  });
  const sum = (some: readonly Holders[]): number => some.reduce((total, { n }) => total + n, 0);
  return {
    accounts: sum(reported),
    gains: await namesOf(trx, gained),
    losses: await namesOf(trx, lost),
    gaining: sum(reported.filter(({ gains }) => gains)),
    losing: sum(reported.filter(({ loses }) => loses)),
    names: reported
      .filter(({ gains, loses }) => gains || loses)
      .flatMap(({ names }) => names)
      .slice(0, 8),
    limitChanged: !same(role.limits, limitIds),
  };
}

async function namesOf(trx: Db, ids: readonly number[]): Promise<FunctionName[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FunctionName>`
    select id as "funId", fun_code as "funCode", fun_name as "funName", fun_name_en as "funNameEn"
    from fun where id = any (${ids}) order by id`.execute(trx);
  return rows;
}
