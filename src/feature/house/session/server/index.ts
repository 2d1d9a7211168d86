import { factorRoutes } from './factorRoutes.ts';
import { find } from './find.ts';
import { lockRoutes } from './lock.ts';
import { iconRoutes } from './icon.ts';
import { loginRoutes } from './login.ts';
import { getAllMenus, getShiroMenus } from './menu.ts';
import { getOperLog } from './operLog.ts';
import { ownRoutes } from './own.ts';
import { ownSessionRoutes } from './ownSession.ts';
import { signInRuleRoutes } from './signInRuleRoutes.ts';
import { preferenceRoutes } from './preference.ts';
import { smsRoutes } from './sms.ts';
import { getConsumerAndGroup, getOrgTree, getSubTree } from './tree.ts';
import { getConsumerListByEmp, getEmpMap, getUserInfo } from './userInfo.ts';
import { getSystemVersion } from './version.ts';
import { weatherRoutes } from './weather.ts';

export const routes = [
  ...loginRoutes,
  ...lockRoutes,
  ...smsRoutes,
  ...ownRoutes,
  ...factorRoutes,
  ...ownSessionRoutes,
  ...signInRuleRoutes,
  ...preferenceRoutes,
  ...iconRoutes,
  ...weatherRoutes,
  getSystemVersion,
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
