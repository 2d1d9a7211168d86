import { ACCOUNT } from '#contract/accountType.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect } from 'react';
import { get } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { FormValues } from '#web/resource/form.ts';
import { idsOf } from '#web/resource/ids.ts';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { sessionQuery } from '#web/session/session.ts';
import type { RoleToGive } from '../contract.ts';

/** In a form: the usual role, as soon as it is known. */
const USUAL = 'usual';

const rolesQuery = queryOptions({
  queryKey: ['sys', 'orgEmployee', 'rolesToGive'],
  queryFn: () => get<readonly RoleToGive[]>('sys/orgEmployee/getRolesToGive', {}, { quiet: true }),
  staleTime: 60_000,
});

/** The role that people of the enterprise have: one of its own, where there is one. */
export const usualOf = (roles: readonly RoleToGive[] | undefined): number | undefined =>
  roles?.filter(({ mayGive, roleCode }) => mayGive && /^enterprise(-\d+)?$/.test(roleCode)).at(-1)?.roleId;

/** Lists that nobody chose: the first role that is chosen takes the place of the one in it. */
const begunLists = new WeakSet<object>();

function begunWith(usual: number | undefined): number[] | null {
  if (usual === undefined) return null;
  const list = [usual];
  begunLists.add(list);
  return list;
}

/** Has the roles ready before a form opens. */
export function RolesReady(): null {
  useQuery(rolesQuery);
  return null;
}

/**
 * The account that an administrator of an enterprise makes begins in that enterprise and with its usual role; where
 * roles are not known yet, the field takes it as soon as they are. Operators say both.
 */
export function beginAccount(values: FormValues, changed: string | null): FormValues {
  const user = queryClient.getQueryData(sessionQuery.queryKey)?.user;
  if (changed !== null || user?.accountType !== ACCOUNT.enterprise) return values;
  const roles = queryClient.getQueryData(rolesQuery.queryKey);
  const usual = usualOf(roles);
  const begun = roles ? begunWith(usual) : [USUAL];
  return {
    ...values,
    consumerId: values['consumerId'] ?? user.orgId,
    roleIdList: values['roleIdList'] ?? begun,
  };
}

/** The roles of an account: those that whoever fills the form may give. */
export function RoleChoice({ id, value, onChange, invalid, describedBy, label }: InputProps) {
  const roles = useQuery(rolesQuery);
  const chosen = idsOf(value);
  const offered = roles.data?.filter((role) => role.mayGive || chosen.includes(role.roleId)) ?? [];
  const untouched = Array.isArray(value) && begunLists.has(value);
  const waits = Array.isArray(value) && value[0] === USUAL;
  const usual = usualOf(roles.data);
  useEffect(() => {
    if (waits && roles.data) onChange(begunWith(usual));
  }, [waits, roles.data, usual, onChange]);
  // The role of administrators stands beside another.
  const instead = (next: readonly number[]): readonly number[] => {
    const added = next.filter((one) => !chosen.includes(one));
    const beside = roles.data?.find(({ roleId }) => roleId === added[0])?.roleCode === 'accountAdmin';
    return beside ? next : added;
  };
  return (
    <Select<number[]>
      {...(id ? { id } : {})}
      mode="multiple"
      style={{ width: '100%' }}
      {...(invalid ? { status: 'error' as const } : {})}
      loading={roles.isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      options={offered.map((role) => ({
        value: role.roleId,
        label: role.roleName,
        disabled: !role.mayGive && !chosen.includes(role.roleId),
      }))}
      value={chosen}
      onChange={(next) => onChange(untouched ? instead(next) : next)}
      {...(roles.isError ? { notFoundContent: roles.error.message } : {})}
      aria-label={label}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
    />
  );
}
