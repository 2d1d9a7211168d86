import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import { groupedBy } from '#domain/group.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { Zone } from '#domain/time/zone.ts';
import type { Mapping, RowFault } from '../contract.ts';
import { isLong } from './checkMapping.ts';
import { joinStamp, readStamp, type Wall } from '#domain/cell/date.ts';
import { type FileCell, plain } from '#domain/cell/fileCell.ts';
import type { MeterFacts } from './meterFacts.ts';
import { NUMBER_SENTENCES, readNumber } from '#domain/cell/number.ts';
import { contradicts, DATE_SENTENCES, ROW_SENTENCES, STAMP_SENTENCES, tooEarly } from './sentence.ts';
import { Clock } from './stamp.ts';
import { conversion, times } from '#domain/cell/unit.ts';

/** One value that a file states: a reading at an instant (`start` null) or the energy of a span; ms since 1970. */
export interface FileValue {
  readonly row: number;
  readonly meterId: number;
  readonly code: string;
  readonly start: number | null;
  readonly at: number;
  /** Decimal string in the unit of the data code. */
  readonly value: string;
}

export interface FileRow {
  readonly number: number;
  readonly cells: readonly FileCell[];
}

type Problem = { readonly column: number; readonly reason: Text };

/** Reads the rows of a file by a mapping, in file order. The mapping must have passed `checkMapping`. */
export class RowReader {
  readonly #mapping: Mapping;
  readonly #meters: ReadonlyMap<number, MeterFacts>;
  readonly #byCode: ReadonlyMap<string, MeterFacts>;
  /** By code without case and width. */
  readonly #byLooseCode: ReadonlyMap<string, readonly MeterFacts[]>;
  readonly #zone: Zone;
  readonly #latest: number;
  readonly #clocks = new Map<string, Clock>();
  readonly #said = new Map<string, Map<number, { value: string; row: number }>>();
  readonly #long: boolean;
  readonly #place: Readonly<
    Record<'stamp' | 'date' | 'time' | 'consumerCode' | 'meterCode' | 'dataCode', number>
  >;
  /** Values that repeat one of an earlier row exactly; they are left out. */
  repeated = 0;

  /** @param now ms since 1970; nothing later than a day after it is taken. */
  constructor(mapping: Mapping, meters: readonly MeterFacts[], now: number) {
    this.#mapping = mapping;
    this.#meters = new Map(meters.map((meter) => [meter.id, meter]));
    this.#byCode = new Map(meters.map((meter) => [meter.code, meter]));
    this.#byLooseCode = groupedBy(meters, (meter) => plain(meter.code).toLowerCase());
    this.#zone = new Zone(mapping.zone);
    this.#latest = now + DAY_MS;
    this.#long = isLong(mapping);
    const place = (role: string) => mapping.columns.find((column) => column.role === role)?.column ?? -1;
    this.#place = {
      stamp: place('stamp'),
      date: place('date'),
      time: place('time'),
      consumerCode: place('consumerCode'),
      meterCode: place('meterCode'),
      dataCode: place('dataCode'),
    };
  }

  /** The values of one row, and the cells of it that are not taken. */
  read(row: FileRow): { values: FileValue[]; faults: RowFault[] } {
    const values: FileValue[] = [];
    const faults: RowFault[] = [];
    const refuse = ({ column, reason }: Problem) =>
      faults.push({
        row: row.number,
        column: letter(column),
        value: shown(row.cells[column] ?? null),
        reason,
      });
    const columns = this.#mapping.columns.filter((column) => column.role === 'value');
    if (columns.every(({ column }) => isEmpty(row.cells[column])) && isEmpty(this.#stampCell(row))) {
      return { values, faults };
    }
    const wall = this.#wall(row);
    if ('reason' in wall) return { values, faults: (refuse(wall), faults) };
    const named = this.#long ? this.#named(row) : null;
    if (named && 'reason' in named) return { values, faults: (refuse(named), faults) };
    const when = this.#when(wall, named ? `${named.meter.id} ${named.code}` : '');
    if ('reason' in when) return { values, faults: (refuse(when), faults) };
    for (const mapped of columns) {
      const cell = row.cells[mapped.column] ?? null;
      if (isEmpty(cell)) {
        // In a file with a column per meter an empty cell is a meter without a value.
        if (this.#long) refuse({ column: mapped.column, reason: ROW_SENTENCES.noValue });
        continue;
      }
      const meter = named?.meter ?? this.#meters.get(mapped.meterId ?? 0);
      const code = named?.code ?? dataCode(mapped.code ?? '')?.code;
      if (!meter || !code) continue;
      const value = this.#value(cell, code, meter, mapped.unit ?? null, mapped.column);
      if ('reason' in value) {
        refuse(value);
        continue;
      }
      const start =
        this.#mapping.kind === 'interval' && dataCode(code)?.kind === 'register' ? when.start : null;
      const at = start === null ? when.at : when.end;
      const early = tooEarly(meter, start ?? at);
      if (early) {
        refuse({ column: Math.max(this.#place.stamp, this.#place.date), reason: early });
        continue;
      }
      const taken = this.#once(`${meter.id} ${code} ${start === null}`, at, value.value, row.number);
      if (taken === 'new')
        values.push({ row: row.number, meterId: meter.id, code, start, at, value: value.value });
      else if (taken !== 'same') refuse({ column: mapped.column, reason: taken });
    }
    return { values, faults };
  }

  #stampCell(row: FileRow): FileCell {
    return row.cells[Math.max(this.#place.stamp, this.#place.date)] ?? null;
  }

  #wall(row: FileRow): Wall | Problem {
    const { stamp, date, time } = this.#place;
    const column = Math.max(stamp, date);
    const cell = this.#stampCell(row);
    if (cell === null || isEmpty(cell)) return { column, reason: ROW_SENTENCES.noStamp };
    if (typeof cell === 'object' && 'broken' in cell) return { column, reason: cell.broken };
    const order = this.#mapping.dateOrder;
    if (stamp >= 0) {
      const wall = readStamp(cell, order);
      return 'fault' in wall ? { column, reason: DATE_SENTENCES[wall.fault] } : wall;
    }
    if (time >= 0 && isEmpty(row.cells[time])) return { column: time, reason: ROW_SENTENCES.noStamp };
    const wall = joinStamp(cell, time >= 0 ? (row.cells[time] ?? null) : null, order);
    return 'fault' in wall ? { column: time >= 0 ? time : column, reason: DATE_SENTENCES[wall.fault] } : wall;
  }

  #named(row: FileRow): { meter: MeterFacts; code: string } | Problem {
    const { consumerCode, meterCode, dataCode: codeColumn } = this.#place;
    const name = shown(row.cells[meterCode] ?? null).trim();
    if (name === '') return { column: meterCode, reason: ROW_SENTENCES.noMeter };
    const owner = consumerCode < 0 ? '' : shown(row.cells[consumerCode] ?? null).trim();
    if (consumerCode >= 0 && owner === '') return { column: consumerCode, reason: ROW_SENTENCES.noConsumer };
    const written = owner === '' ? name : `${owner}/${name}`;
    const [like, other] = this.#byLooseCode.get(plain(written).toLowerCase()) ?? [];
    const meter = this.#byCode.get(written) ?? (other ? undefined : like);
    if (!meter) return { column: meterCode, reason: ROW_SENTENCES[other ? 'severalMeters' : 'unknownMeter'] };
    // A file of one kind of data may leave the code out.
    if (codeColumn < 0) return { meter, code: 'PP' };
    const word = plain(shown(row.cells[codeColumn] ?? null));
    if (word === '') return { column: codeColumn, reason: ROW_SENTENCES.noCode };
    const code = dataCode(word.split(/\s/)[0] ?? '')?.code;
    return code ? { meter, code } : { column: codeColumn, reason: ROW_SENTENCES.unknownCode };
  }

  #when(wall: Wall, series: string): { start: number; end: number; at: number } | Problem {
    const column = Math.max(this.#place.stamp, this.#place.date);
    let clock = this.#clocks.get(series);
    if (!clock) {
      clock = new Clock(this.#zone, this.#mapping.stamp, this.#mapping.intervalSeconds);
      this.#clocks.set(series, clock);
    }
    const span = this.#mapping.kind === 'interval' ? clock.span(wall) : null;
    const read = span ?? clock.instant(wall);
    if ('fault' in read) return { column, reason: STAMP_SENTENCES[read.fault] };
    const [start, end] = 'at' in read ? [read.at, read.at] : [read.start, read.end];
    if (end > this.#latest) return { column, reason: ROW_SENTENCES.future };
    return { start, end, at: this.#mapping.stamp === 'start' ? start : end };
  }

  #value(
    cell: Exclude<FileCell, null>,
    code: string,
    meter: MeterFacts,
    unit: string | null,
    column: number,
  ): { value: string } | Problem {
    if (typeof cell === 'object' && 'broken' in cell) return { column, reason: cell.broken };
    const number = readNumber(cell, this.#mapping.decimalSign);
    if ('fault' in number) return { column, reason: NUMBER_SENTENCES[number.fault] };
    const kind = dataCode(code)?.kind;
    if (number.value.startsWith('-') && kind === 'register') {
      const energy = this.#mapping.kind === 'interval';
      return { column, reason: energy ? ROW_SENTENCES.negativeEnergy : ROW_SENTENCES.negativeRegister };
    }
    const wanted = unitOfCode(code, meter.unit);
    const factor = unit && wanted ? conversion(unit, wanted) : '1';
    return { value: times(number.value, factor ?? '1') };
  }

  #once(series: string, at: number, value: string, row: number): 'new' | 'same' | Text {
    let said = this.#said.get(series);
    if (!said) this.#said.set(series, (said = new Map()));
    const earlier = said.get(at);
    if (!earlier) {
      said.set(at, { value, row });
      return 'new';
    }
    if (earlier.value !== value) return contradicts(earlier.row);
    this.repeated += 1;
    return 'same';
  }
}

const isEmpty = (cell: FileCell | undefined): cell is null | undefined =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The cell as it stands in the list of faults. */
function shown(cell: FileCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell).slice(0, 200);
  return 'wall' in cell ? cell.wall.replace('T', ' ') : cell.raw;
}

/** The letters of a column, from 0. */
export function letter(column: number): string {
  if (column < 0) return '';
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? letter(rest) : '') + String.fromCharCode(65 + (column % 26));
}
