/** What the find box finds besides screens and actions. */
export type FoundKind = 'consumer' | 'site' | 'unit' | 'meter' | 'object';

const OVERVIEW = 'SDNMonitoring.Overview';

/** The functions that open an object: its overview, else the list that it stands in. */
const OPENED_BY: Readonly<Record<FoundKind, { readonly overview?: string; readonly list: string }>> = {
  consumer: { overview: OVERVIEW, list: 'archive.consumer.view' },
  site: { overview: OVERVIEW, list: 'archive.monitorSite.view' },
  unit: { overview: OVERVIEW, list: 'sys.orgUnit.view' },
  meter: { overview: OVERVIEW, list: 'archive.ammeter.view' },
  object: { list: 'archive.monitorObject.view' },
};

/** Where a person may look at an object of a kind; null = nowhere, so it is not found. */
export function foundAt(kind: FoundKind, holds: (funCode: string) => boolean): 'overview' | 'list' | null {
  const { overview, list } = OPENED_BY[kind];
  if (overview && holds(overview)) return 'overview';
  return holds(list) ? 'list' : null;
}
