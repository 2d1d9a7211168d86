import type { RawAddress } from '#web/address.ts';

/** Where the person is, as the address says: the list, or the import of a file and its dry run. */
export interface Place {
  readonly view: 'list' | 'import';
  /** Import whose file is mapped. */
  readonly file: number | null;
  /** Task of the dry run that is looked at. */
  readonly dryRun: number | null;
}

const id = (raw: unknown): number | null =>
  Number.isInteger(Number(raw)) && Number(raw) > 0 ? Number(raw) : null;

/** Reads the place out of any address. */
export const readPlace = (raw: RawAddress): Place => ({
  view: raw['view'] === 'import' ? 'import' : 'list',
  file: id(raw['file']),
  dryRun: id(raw['dryRun']),
});
