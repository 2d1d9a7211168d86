import { HOMES, OVERVIEW } from '#contract/home.ts';
import { MENU, type MenuNode } from '#menu/menu.ts';
import type { Text } from '#contract/text.ts';

/** A role that the product ships. */
export interface ShippedRole {
  readonly name: Text;
  readonly homeUrl: string;
  readonly holds: (node: MenuNode) => boolean;
}

/** Screens that everybody at work needs: the overview, notices, requests, news, help. */
const EVERYBODY = ['SDNMonitoring.Overview', 'Settings.Message'];

/**
 * What enterprises may hold of these nodes and of all below them, and of `alone` without what is below; the groups above come
 * along by themselves.
 */
function within(codes: readonly string[], alone: readonly string[]): (node: MenuNode) => boolean {
  const held = new Set<string>();
  const walk = (node: MenuNode, inside: boolean): void => {
    const here = inside || codes.includes(node.funCode);
    if ((here || alone.includes(node.funCode)) && node.enterprise === true) held.add(node.funCode);
    for (const child of node.children ?? []) walk(child, here);
  };
  walk(MENU, false);
  return (node) => held.has(node.funCode);
}

const ofHome = (name: string, codes: readonly string[], alone: readonly string[] = []): ShippedRole => {
  const home = HOMES.find((one) => one.name === name);
  if (!home) throw new Error(`there is no home ${name}`);
  return { name: home.role, homeUrl: home.url, holds: within([...EVERYBODY, ...codes], alone) };
};

/** Roles that the product ships; functions that a new version brings are added to them. */
export const ROLES: Readonly<Record<string, ShippedRole>> = {
  operator: {
    name: { zh: '平台运营', en: 'Platform operator' },
    homeUrl: '/home/support',
    holds: () => true,
  },
  enterprise: {
    name: { zh: '企业用户', en: 'Enterprise user' },
    homeUrl: OVERVIEW,
    holds: (node) => node.enterprise === true,
  },
  // Beside another role: it looks after accounts, and sees nothing by itself.
  accountAdmin: {
    name: { zh: '企业管理员', en: 'Enterprise administrator' },
    homeUrl: OVERVIEW,
    holds: (node) => node.administrator === true,
  },
  // No prices: what a day costs is not the duty's affair. Outputs are seen; who may operate them is decided for each person.
  electrician: ofHome(
    'electrician',
    [
      'Energy',
      'Money.Demand',
      'Meters.Meter',
      'Meters.Gateway',
      'Meters.Collector',
      'Meters.Coverage',
      'Meters.Repair',
      'Meters.Network',
      'Watch.Monitor',
      'Watch.Record',
      'Watch.WorkOrder',
      'SDNWatch.SDNCamera',
      'SDNMonitoring.SiteOverview',
      'SDNMonitoring.MonitoringChart',
      'SDNMonitoring.SDNEnergy',
      'SDNMonitoring.OneLine',
      'SDNMonitoring.Scene3D',
      'SDNMonitoring.Signal',
      'SDNControl.SDNControlPoint',
      'SDNControl.SDNControlHistory',
    ],
    // One-line diagrams are looked at, not drawn.
    ['archive.monitorDiagram.view'],
  ),
  accountant: ofHome('accountant', ['Energy', 'Money', 'Statistics']),
  inspector: ofHome('inspector', ['Archive', 'Meters.Meter', 'Meters.Coverage', 'Meters.Network']),
};
