import { mayOpenPage, type PageKind } from '#contract/objectPage.ts';

/** What the find box finds besides screens and actions. */
export type FoundKind = PageKind;

const OVERVIEW = 'SDNMonitoring.Overview';
const LIST = 'archive.consumer.view';

/** Where a person may look at an object of a kind; null = nowhere, so it is not found. An enterprise's page is its overview. */
export function foundAt(
  kind: FoundKind,
  holds: (funCode: string) => boolean,
): 'page' | 'overview' | 'list' | null {
  if (kind !== 'consumer') return mayOpenPage(kind, holds) ? 'page' : null;
  return holds(OVERVIEW) ? 'overview' : holds(LIST) ? 'list' : null;
}
