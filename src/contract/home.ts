import type { Text } from './text.ts';

/**
 * The pieces that homes are made of, each with the function codes of which one is needed to see it: those of the calls
 * that it asks and of the page that it leads to.
 */
export const BLOCKS = {
  overview: ['SDNMonitoring.Overview'],
  lasting: ['SDNCommunication.SDNNotice'],
  alarms: ['event.alarmRecord.view'],
  oneLine: ['archive.monitorDiagram.view'],
  attention: ['SDNMonitoring.Overview'],
  gateways: ['archive.gateway.view'],
  demand: ['SDNPowerAdmin.SDNDemandGuard'],
  feeders: ['SDNCommunication.SDNMeterCommunication'],
  bills: ['SDNPowerAudit.SDNPowerBill'],
  invoice: ['SDNPowerAudit.SDNPowerBill'],
  due: ['Archive.VerificationCalendar'],
  accuracy: ['yunshui.companyGauges.view'],
  files: ['yunshui.checkplanCheckfile.view'],
  uploads: ['annualTable.view'],
  platform: [
    'archive.gateway.view',
    'SDNSysAdmin.SDNSystemLogs',
    'SDNCommunication.SDNCollectionRateStatistics',
  ],
  unmapped: ['archive.gateway.view'],
  failed: ['SDNSysAdmin.SDNSystemLogs'],
  coverage: ['SDNCommunication.SDNCollectionRateStatistics'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type BlockName = keyof typeof BLOCKS;

/** Where a piece stands: over the whole width, in the wide column at the left, in the narrow one at the right. */
export type BlockPlace = 'wide' | 'main' | 'side';

/** A first page for those who do one kind of work. */
export interface Home {
  readonly name: string;
  readonly url: string;
  /** Whose home it is. */
  readonly role: Text;
  /** What the page is called. */
  readonly title: Text;
  /** It is about all enterprises that the person sees, and needs none in view. */
  readonly everyone?: boolean;
  readonly blocks: readonly (readonly [name: BlockName, place: BlockPlace])[];
}

/** The address of the overview: the home of energy managers, and of roles that say none. */
export const OVERVIEW = '/SDNMonitoring/Overview';

/** The homes that the product ships, as layouts of the same pieces (decision 134). */
export const HOMES: readonly Home[] = [
  {
    name: 'manager',
    url: OVERVIEW,
    role: { zh: '能源主管', en: 'Energy manager' },
    title: { zh: '总览', en: 'Overview' },
    blocks: [['overview', 'wide']],
  },
  {
    name: 'electrician',
    url: '/home/electrician',
    role: { zh: '值班电工', en: 'Duty electrician' },
    title: { zh: '值班台', en: 'Duty desk' },
    blocks: [
      ['alarms', 'main'],
      ['lasting', 'main'],
      ['gateways', 'main'],
      ['attention', 'main'],
      ['demand', 'side'],
      ['oneLine', 'side'],
      ['feeders', 'side'],
    ],
  },
  {
    name: 'accountant',
    url: '/home/accountant',
    role: { zh: '核算会计', en: 'Accountant' },
    title: { zh: '核算台', en: 'Billing desk' },
    blocks: [
      ['bills', 'wide'],
      ['invoice', 'main'],
      ['attention', 'side'],
    ],
  },
  {
    name: 'inspector',
    url: '/home/inspector',
    role: { zh: '计量检定员', en: 'Metering inspector' },
    title: { zh: '检定台', en: 'Metering desk' },
    blocks: [
      ['due', 'wide'],
      ['uploads', 'main'],
      ['accuracy', 'main'],
      ['files', 'side'],
    ],
  },
  {
    name: 'support',
    url: '/home/support',
    role: { zh: '运营支持', en: "Operator's support" },
    title: { zh: '运维台', en: 'Support desk' },
    everyone: true,
    blocks: [
      ['platform', 'wide'],
      ['gateways', 'main'],
      ['unmapped', 'main'],
      ['coverage', 'side'],
      ['failed', 'side'],
    ],
  },
];

/** Whether a reader may see a piece. @param held the reader's function codes */
export const mayBlock = (name: BlockName, held: ReadonlySet<string>): boolean =>
  BLOCKS[name].some((code) => held.has(code));

/** The pieces of a home that a reader may see. */
export const blocksFor = ({ blocks }: Home, held: ReadonlySet<string>): Home['blocks'] =>
  blocks.filter(([name]) => mayBlock(name, held));

/** `#/SDNMonitoring/Overview`, `SDNMonitoring/Overview/` → `/sdnmonitoring/overview`: for comparing addresses. */
export function plainPath(url: string | null): string {
  const path = (url ?? '').replace(/^#?\/*/, '').split('?')[0] ?? '';
  return path ? `/${path.replace(/\/+$/, '').toLowerCase()}` : '';
}

/** The home at an address. */
export const homeAt = (url: string | null): Home | undefined =>
  HOMES.find((home) => plainPath(home.url) === plainPath(url));
