import { useAddress, type RawAddress } from './address.ts';

const readAsked = (raw: RawAddress): { do: unknown } => ({ do: raw['do'] });

/**
 * The dialog that the address asks a page to have open (`do=add`), one of those that it knows, and what to call when
 * it is closed.
 */
export function useAsked<T extends string>(known: readonly T[]): [asked: T | null, done: () => void] {
  const [address, change] = useAddress(readAsked);
  const asked = known.find((one) => one === address.do) ?? null;
  return [
    asked,
    () => {
      if (asked !== null) change({ do: undefined });
    },
  ];
}
