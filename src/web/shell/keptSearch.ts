const kept = (search: object, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)));

/** What of an address goes along to another screen: the enterprise in view. */
export const keptSearch = (search: object): { consumer?: unknown } => kept(search, ['consumer']);

/** What goes along between the tabs of one subject: the enterprise, the object and the range that are looked at. */
export const keptQuestion = (search: object): Readonly<Record<string, unknown>> =>
  kept(search, ['consumer', 'org', 'meter', 'begin', 'end', 'span']);

/** `#/SDNMonitoring/Overview` or `SDNMonitoring/Overview` → `/SDNMonitoring/Overview`. */
export function addressOf(url: string | null): string {
  const path = (url ?? '').replace(/^#?\/*/, '');
  return path ? `/${path}` : '';
}
