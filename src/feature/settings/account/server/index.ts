import { employeeRoutes } from './employee.ts';
import { invitationRoutes } from './invitationRoutes.ts';
import { menuRoutes } from './menu.ts';
import { operatorRoutes } from './operator.ts';
import { permissionRoutes } from './permission.ts';
import { factorRoutes } from './resetFactor.ts';
import { roleRoutes } from './role.ts';
import { getRolesToGive } from './roleToGive.ts';

export const routes = [
  ...employeeRoutes,
  getRolesToGive,
  ...invitationRoutes,
  ...roleRoutes,
  ...factorRoutes,
  ...menuRoutes,
  ...permissionRoutes,
  ...operatorRoutes,
];
