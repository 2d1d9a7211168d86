import { find } from './find.ts';
import { lockRoutes } from './lock.ts';
import { loginRoutes } from './login.ts';
import { getAllMenus, getShiroMenus } from './menu.ts';
import { getOperLog } from './operLog.ts';
import { getConsumerAndGroup, getOrgTree, getSubTree } from './tree.ts';
import { getConsumerListByEmp, getEmpMap, getUserInfo } from './userInfo.ts';

export const routes = [
  ...loginRoutes,
  ...lockRoutes,
  getUserInfo,
  getAllMenus,
  getShiroMenus,
  getEmpMap,
  getConsumerListByEmp,
  getConsumerAndGroup,
  getOrgTree,
  getSubTree,
  find,
  getOperLog,
];
