import { useDraft } from './useDraft.ts';

/** Begins with when it was made, ms. Without TLS a browser makes no UUID. */
const newKey = (): string => `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;

/**
 * The key under which something is sent: the same for the same thing until an answer came, also after a reload, so that the
 * server takes it once.
 * @param holdsMs what got no answer for so long is sent as something else
 */
export function useSentKey(
  name: string,
  holdsMs = Infinity,
): {
  readonly keyOf: (thing: object) => string;
  /** What is sent from now on is something else. */
  readonly forget: () => void;
} {
  const { text, change } = useDraft(name);
  return {
    keyOf: (thing) => {
      const said = JSON.stringify(thing);
      const at = text.indexOf(' ');
      const before = text.slice(0, Math.max(at, 0));
      if (text.slice(at + 1) === said && Date.now() - Number.parseInt(before, 10) < holdsMs) return before;
      const key = newKey();
      change(`${key} ${said}`);
      return key;
    },
    forget: () => change(''),
  };
}
