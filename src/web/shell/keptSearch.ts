/** What of an address goes along to another screen: the enterprise in view. */
export function keptSearch(search: object): { consumer?: unknown } {
  return 'consumer' in search ? { consumer: search.consumer } : {};
}

/** `#/SDNMonitoring/Overview` or `SDNMonitoring/Overview` → `/SDNMonitoring/Overview`. */
export function addressOf(url: string | null): string {
  const path = (url ?? '').replace(/^#?\/*/, '');
  return path ? `/${path}` : '';
}
