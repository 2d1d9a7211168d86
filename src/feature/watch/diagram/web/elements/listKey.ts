/** The key that leads from a picture to the list of its elements. */
export const isListKey = (event: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): boolean => event.key.toLowerCase() === 'l' && !event.ctrlKey && !event.metaKey && !event.altKey;
