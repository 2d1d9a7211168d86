import { expect, it } from 'vitest';
import type { RoleToGive } from '../contract.ts';
import { usualOf } from './RoleChoice.tsx';

const role = (roleId: number, roleCode: string, mayGive = true): RoleToGive => ({
  roleId,
  roleCode,
  roleName: roleCode,
  mayGive,
});
const shipped = [role(1, 'enterprise'), role(2, 'accountAdmin')];

it.each([
  ['that of enterprises', shipped, 1],
  ['the enterprise’s own, where it has one', [...shipped, role(7, 'enterprise-1001')], 7],
  ['that of enterprises beside others', [...shipped, role(8, 'electrician')], 1],
  ['none of another enterprise', [...shipped, role(9, 'enterprise-1002', false)], 1],
  ['none that the caller may give', [role(1, 'enterprise', false)], undefined],
  ['none while roles are not known', undefined, undefined],
])('the usual role is %s', (_what, roles, usual) => {
  expect(usualOf(roles)).toBe(usual);
});
