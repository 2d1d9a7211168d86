import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { funCodeOf } from '#contract/permission.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { type Caller, defineRoute } from '#server/route.ts';
import type { RoleToGive } from '../contract.ts';

/**
 * Whether the caller may hear of a role `r`, as a condition inside of the scope: what another enterprise has of its own
 * is not even named to it.
 */
export const mayBeNamed = ({ scope }: Pick<Caller, 'scope'>): RawBuilder<boolean> =>
  sql`(${scope === 'all'} or (r.role_code !~ '^enterprise-\\d+$' or exists (
      select from consumer c where c.id::text = substr(r.role_code, 12)))
    and not exists (select from unnest(r.org_limit_list) as l (id)
      where not exists (select from org o where o.id = l.id)))`;

/**
 * The roles that the caller may give: they hold no function that the caller lacks and are limited to nothing that the
 * caller does not see. Beside them those that accounts in view hold, so that they have a name.
 */
export const getRolesToGive = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getRolesToGive',
  summary: { zh: '账号：可授予的角色', en: 'Accounts: roles that the caller may give' },
  permission: funCodeOf(orgEmployee, 'view'),
  params: z.object({}),
  example: {},
  handler: async ({ trx, caller, language }): Promise<RoleToGive[]> => {
    const { rows } = await sql<RoleToGive>`
      with held as (select distinct unnest(role_id_list) as id from org_employee),
      offered as (select r.id, ${nameIn('role_name', language)} as name, r.role_code as code, ${mayBeNamed(caller)}
          and (${caller.scope === 'all'} or coalesce(cardinality(r.org_fun_list), 0) > 0)
          and not exists (select from unnest(r.org_fun_list) as f (id) join fun on fun.id = f.id
            where fun.fun_code <> all (${[...caller.funCodes]})) as may
        from org_role r)
      select o.id as "roleId", o.name as "roleName", o.code as "roleCode", o.may as "mayGive"
      from offered o where o.may or o.id in (select id from held) order by o.id limit 2000`.execute(trx);
    return rows;
  },
});
