import type { RawAddress } from '#web/address.ts';

/** Where the person is, as the address says: the list, or the import of a file and its dry run. */
export interface Place {
  readonly view: 'list' | 'import';
  /** Import whose file is mapped. */
  readonly file: number | null;
  /** Task of the dry run that is looked at. */
  readonly dryRun: number | null;
  /** Which meter and interval (ms) the import is for, where another screen asked for it. */
  readonly aim: { readonly ammeterId: number; readonly from: number; readonly to: number } | null;
}

const id = (raw: unknown): number | null =>
  Number.isInteger(Number(raw)) && Number(raw) > 0 ? Number(raw) : null;

/** Reads the place out of any address. */
export const readPlace = (raw: RawAddress): Place => ({
  view: raw['view'] === 'import' ? 'import' : 'list',
  file: id(raw['file']),
  dryRun: id(raw['dryRun']),
  aim: aimOf(raw),
});

function aimOf(raw: RawAddress): Place['aim'] {
  const [ammeterId, from, to] = [id(raw['ammeterId']), id(raw['from']), id(raw['to'])];
  return ammeterId === null || from === null || to === null || to < from ? null : { ammeterId, from, to };
}
