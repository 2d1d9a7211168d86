import { employeeRoutes } from './employee.ts';
import { menuRoutes } from './menu.ts';
import { operatorRoutes } from './operator.ts';
import { permissionRoutes } from './permission.ts';
import { factorRoutes } from './resetFactor.ts';
import { roleRoutes } from './role.ts';

export const routes = [
  ...employeeRoutes,
  ...roleRoutes,
  ...factorRoutes,
  ...menuRoutes,
  ...permissionRoutes,
  ...operatorRoutes,
];
