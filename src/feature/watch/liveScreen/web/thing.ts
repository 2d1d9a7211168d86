import { funCodeOf } from '#contract/permission.ts';
import { deviceFile } from '#resource/archive/deviceFile.ts';
import { deviceTrace } from '#resource/archive/deviceTrace.ts';
import { orgFile } from '#resource/archive/orgFile.ts';

/** What a popup is about. */
export type Thing =
  { readonly orgId: number } | { readonly deviceId: number } | { readonly ammeterId: number };

/** The tabs of a popup in their order, with the functions of which one is needed; none = whoever opens it has the tab. */
const TABS = {
  values: [],
  curves: ['SDNMonitoring.MonitoringChart'],
  alarms: ['event.alarmRecord.view'],
  controls: ['archive.iRemoteControl.view'],
  cameras: ['SDNWatch.SDNCamera', 'SDNUser.SDNCamera'],
  facts: [],
  files: [funCodeOf(deviceFile, 'view'), funCodeOf(orgFile, 'view')],
  traces: [funCodeOf(deviceTrace, 'view'), 'archive.ledger.view'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ThingTab = keyof typeof TABS;

/** The tabs that somebody has. */
export const tabsOf = (funCodes: readonly string[]): ThingTab[] =>
  (Object.keys(TABS) as ThingTab[]).filter(
    (tab) => TABS[tab].length === 0 || TABS[tab].some((code) => funCodes.includes(code)),
  );
