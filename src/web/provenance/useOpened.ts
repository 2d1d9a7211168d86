import { useCallback } from 'react';
import { type RawAddress, useAddress } from '#web/address.ts';
import { type OpenBucket, readOpen, writeOpen } from './openBucket.ts';

const readOpened = (raw: RawAddress) => ({ open: readOpen(raw['open']) });

/** The part of an address that closes the provenance: what is shown changes, and with it what stood open. */
export const CLOSED = { open: undefined } as const;

/** A bucket to open; without a meter, that of the subject. */
export type Opening = Omit<OpenBucket, 'meter'> & { readonly meter?: number | null };

/** The figure whose provenance stands open on a page, kept in the address, and how another is opened; null closes. */
export function useOpened(): {
  readonly opened: OpenBucket | null;
  readonly open: (bucket: Opening | null) => void;
} {
  const [{ open: opened }, change] = useAddress(readOpened);
  const open = useCallback(
    (bucket: Opening | null): void =>
      change(bucket ? { open: writeOpen({ ...bucket, meter: bucket.meter ?? null }) } : CLOSED, {
        push: bucket !== null,
      }),
    [change],
  );
  return { opened, open };
}
