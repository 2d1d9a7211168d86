import { archive } from './archive.ts';
import { assets } from './assets.ts';
import { customer } from './customer.ts';
import { energy } from './energy.ts';
import { meters } from './meters.ts';
import { money } from './money.ts';
import { screen, type MenuNode } from './node.ts';
import { reporting } from './reporting.ts';
import { settings } from './settings.ts';
import { statistics } from './statistics.ts';
import { watch } from './watch.ts';

export type { MenuNode, MenuPlace } from './node.ts';

/**
 * The menu of the product; the root is the node `hxyweb` (specification 1 section 3). Below it stand the wings, below
 * a wing at most eight subjects, below a subject its screens, which are the tabs of one page (decision 129).
 */
export const MENU: MenuNode = {
  funCode: 'hxyweb',
  name: { zh: '平台', en: 'Platform' },
  type: 'group',
  enterprise: true,
  children: [
    { ...screen('SDNMonitoring.Overview', '首页', 'Home'), icon: 'home', place: 'menu' },
    watch,
    energy,
    money,
    assets,
    meters,
    archive,
    reporting,
    statistics,
    customer,
    settings,
  ],
};
