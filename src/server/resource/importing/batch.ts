import { textIn } from '#contract/text.ts';
import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Fault } from '#contract/error.ts';
import { REQUIRED } from '#contract/issue.ts';
import { orUndone } from '../../database/savepoint.ts';
import { faultOf } from '../../plugin/errors.ts';
import type { Row } from '../../sheet/cell.ts';
import { findRow, rowsOfKeys } from '../row.ts';
import type { JsonRow, SlotCall, Values } from '../slot.ts';
import { slotsOf } from '../slots.ts';
import { addFreshRows, addRow, editRow, editRows } from '../write.ts';
import { closingLine } from './closing.ts';
import { codeFinder } from './codes.ts';
import type { Columns } from './header.ts';
import type { ImportFault, ImportRow } from './importRow.ts';
import { plainReader, readLinked, type Reading } from './readRows.ts';
import { wordFinder } from './reference.ts';

/** A row that is to be written. */
interface Assessed {
  readonly reading: Reading;
  readonly same: JsonRow | undefined;
  /** Fields that differ from `same`. */
  readonly changed: readonly string[];
}

/** What reads and writes the rows of one file. */
export interface RowImporter {
  /** Reads a row as far as it says itself what it means; asks nothing of the database. */
  read(row: Row): Reading;
  /**
   * Writes rows, each judged as new, changed, same or faulty, many with each statement. Where one of them is refused by
   * a slot or the database, they are written one by one, so that the refusal names its row.
   */
  write(readings: readonly Reading[]): Promise<ImportRow[]>;
}

export function rowImporter(
  call: SlotCall,
  resource: Resource,
  columns: Columns,
  consumerId: number | undefined,
): RowImporter {
  const finders = {
    findWords: wordFinder(call.trx, resource),
    findCodes: codeFinder(call.trx, resource),
  };
  const read = plainReader(call, resource, columns, consumerId);
  return {
    read,
    async write(readings) {
      const done: ImportRow[] = [];
      for (let rest = readings; rest.length > 0;) {
        await readLinked(call, resource, columns, finders, rest);
        const alone = slotsOf(resource).findSame ? 1 : firstDependent(resource, rest);
        done.push(...(await judge(call, resource, rest.slice(0, alone))));
        rest = rest.slice(alone).map(({ row }) => read(row));
      }
      return done;
    },
  };
}

const keyOf = (fields: readonly string[], values: Values): string | undefined =>
  fields.some((field) => values[field] == null)
    ? undefined
    : JSON.stringify(fields.map((field) => values[field]));

/** How many rows can be judged before one that leans on a row above it: the same key, or a name it refers to. */
function firstDependent(resource: Resource, readings: readonly Reading[]): number {
  const seen = resource.unique.map(() => new Set<string>());
  // Only where a row names another of its kind can it lean on one.
  const naming = readings.some(({ unknown }) => unknown.length > 0);
  const named = new Set<string>();
  for (const [n, { values, unknown }] of readings.entries()) {
    if (unknown.some((word) => named.has(word))) return n;
    for (const [i, fields] of resource.unique.entries()) {
      const key = keyOf(fields, values);
      if (key === undefined) continue;
      if (seen[i]?.has(key)) return n;
      seen[i]?.add(key);
    }
    if (naming) for (const value of Object.values(values)) if (typeof value === 'string') named.add(value);
  }
  return readings.length;
}

/** The rows that the file's rows stand for: the same values in a list of unique fields. */
async function findSames(
  call: SlotCall,
  resource: Resource,
  readings: readonly Reading[],
): Promise<(JsonRow | undefined)[]> {
  const sames: (JsonRow | undefined)[] = readings.map(() => undefined);
  const { findSame } = slotsOf(resource);
  for (const [n, { values }] of findSame ? readings.entries() : []) {
    const reported = await findSame?.(call, values);
    if (reported !== undefined) sames[n] = await findRow(call.trx, resource, reported);
  }
  for (const fields of resource.unique) {
    const keys = readings.map(({ values }, n) => (sames[n] ? [null] : fields.map((field) => values[field])));
    for (const { n, row } of await rowsOfKeys(call.trx, resource, fields, keys)) sames[n] ??= row;
  }
  return sames;
}

async function judge(call: SlotCall, resource: Resource, readings: readonly Reading[]): Promise<ImportRow[]> {
  const sames = await findSames(call, resource, readings);
  const verdicts = new Map<Reading, ImportRow>();
  const writable: Assessed[] = [];
  for (const [n, reading] of readings.entries()) {
    const same = sames[n];
    const { values } = reading;
    const faults = [...reading.faults, ...(same ? [] : missingOf(call, resource, reading))];
    const changed = same
      ? Object.keys(values).filter((key) => JSON.stringify(same[key]) !== JSON.stringify(values[key]))
      : [];
    const closing = faults.length > 0 ? closingLine(reading.row) : undefined;
    if (closing) {
      const fault = {
        field: resource.title,
        value: closing.value,
        reason: textIn(closing.reason, call.language),
      };
      verdicts.set(reading, { ...start(reading), verdict: 'faulty', faults: [fault] });
    } else if (faults.length > 0) verdicts.set(reading, { ...start(reading), verdict: 'faulty', faults });
    else if (same && changed.length === 0) verdicts.set(reading, { ...start(reading), verdict: 'same' });
    else writable.push({ reading, same, changed });
  }
  if (writable.length > 0) await write(call, resource, writable, verdicts);
  return readings.map((reading) => verdicts.get(reading) as ImportRow);
}

const start = ({ row }: Reading): Omit<ImportRow, 'verdict'> => ({
  row: row.number,
  cells: row.cells,
  changes: {},
  faults: [],
});

/** What a new row needs and the file does not say. */
const missingOf = ({ language }: SlotCall, resource: Resource, { values, faults }: Reading): ImportFault[] =>
  fieldsOf(resource)
    .filter(([key, field]) => field.required && field.initial === undefined && values[key] === undefined)
    .filter(([key]) => !faults.some((fault) => fault.field === key))
    .map(([key]) => ({ field: key, value: '', reason: textIn(REQUIRED, language) }));

const wordsOf = ({ reading, same, changed }: Assessed): ImportRow => ({
  ...start(reading),
  verdict: same ? 'changed' : 'new',
  changes: Object.fromEntries(
    changed.map((key) => [key, { before: same?.[key] ?? null, after: reading.values[key] ?? null }]),
  ),
});

const editOf = ({ reading, changed }: Assessed): Values =>
  Object.fromEntries(changed.map((key) => [key, reading.values[key]]));

async function write(
  call: SlotCall,
  resource: Resource,
  writable: readonly Assessed[],
  verdicts: Map<Reading, ImportRow>,
): Promise<void> {
  const refused = await attempt(call, async () => {
    const added = writable.filter(({ same }) => !same).map(({ reading }) => reading.values);
    if (added.length > 0) await addFreshRows(call, resource, added);
    const edits = writable.flatMap((one) => (one.same ? [{ before: one.same, raw: editOf(one) }] : []));
    if (edits.length > 0) await editRows(call, resource, edits, 'import');
  });
  for (const one of writable) {
    const { reading, same } = one;
    const fault =
      refused &&
      (await attempt(call, async () => {
        if (same) await editRow(call, resource, same.id, editOf(one), 'import');
        else await addRow(call, resource, reading.values);
      }));
    const faults = fault ? [reasonOf(resource, fault, call)] : [];
    verdicts.set(reading, fault ? { ...start(reading), verdict: 'faulty', faults } : wordsOf(one));
  }
}

/** Does something that may be refused; what it wrote before the refusal is taken back. */
const attempt = (call: SlotCall, work: () => Promise<void>): Promise<Fault | undefined> =>
  orUndone<Fault | undefined>(
    call.trx,
    async () => {
      await work();
      return undefined;
    },
    (error) => {
      const fault = faultOf(error);
      if (!fault) throw error;
      return fault;
    },
  );

const reasonOf = (resource: Resource, fault: Fault, { language }: SlotCall): ImportFault => ({
  field: fault.field ?? resource.title,
  value: '',
  reason: textIn(fault.text, language),
});
