const OFFICE: Readonly<Record<string, string>> = {
  'spreadsheetml.sheet': 'Excel',
  'wordprocessingml.document': 'Word',
  'presentationml.presentation': 'PowerPoint',
};

/** A type of file as people call it: `image/png` → `PNG`, a sheet of Office → `Excel`. */
export function typeWord(mimeType: string): string {
  const kind = mimeType.slice(mimeType.indexOf('/') + 1);
  const office = Object.entries(OFFICE).find(([ending]) => kind.endsWith(ending));
  if (office) return office[1];
  return { 'x-cfb': 'Office', plain: 'TXT' }[kind] ?? kind.toUpperCase();
}
