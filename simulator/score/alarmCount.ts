import type { Client } from '../demonstration/client.ts';
import type { TrueAlarm } from './alarmTruth.ts';

/** What was found of a kind of day, beside what there was. */
export interface AlarmRow {
  readonly kind: string;
  readonly known: string;
  readonly meters: number;
  readonly alarms: number;
  readonly right: number;
  readonly missed: number;
  readonly wrong: number;
  readonly doubled: number;
  /** Messages that went out about what is long over. */
  readonly told: number;
}

/** A record as the list of records has it. */
interface Found {
  readonly alarmRecordId: number;
  readonly recordName: string;
  /** The rule; null = an event of a device, or what the platform itself watches. */
  readonly alarmId: number | null;
  /** null = of a gateway, or of a device that is no meter. */
  readonly ammeterId: number | null;
  readonly raisedAt: string;
  readonly clearedAt: string | null;
  readonly raiseCount: number;
  readonly revision: string | null;
}

const PAGE = 200;

/** Every row of a list. */
async function all<T>(
  client: Client,
  path: string,
  query: Readonly<Record<string, string | number>>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let current = 1; ; current++) {
    const { list, pagination } = await client.get<{ list: T[]; pagination: { total: number } }>(path, {
      ...query,
      current,
      pageSize: PAGE,
    });
    rows.push(...list);
    if (rows.length >= pagination.total || list.length === 0) return rows;
  }
}

/** The records of a query. */
export const recordsOf = (
  client: Client,
  query: Readonly<Record<string, string | number>>,
): Promise<Found[]> => all(client, '/api/event/alarmRecord/getpage', query);

/** The records of an enterprise of which anybody was told. */
export async function runsOf(client: Client, consumerId: number): Promise<ReadonlySet<number>> {
  const runs = await all<{ alarmRecordId: number; runState: string }>(
    client,
    '/api/alarm/linkageRecord/getpage',
    { consumerId },
  );
  return new Set(
    runs.filter(({ runState }) => runState === 'done').map(({ alarmRecordId }) => alarmRecordId),
  );
}

/** What came of the records of one object. */
type Count = Omit<AlarmRow, 'kind' | 'known' | 'meters'>;

/** Compares the records of one object with its alarms, edge by edge and with the number of their raises. */
export function countOf(
  truth: readonly TrueAlarm[],
  records: readonly Found[],
  told: ReadonlySet<number>,
): Count {
  const found = records.filter(({ revision }) => revision !== 'withdrawn').map(alarmOf);
  const left = [...found];
  const sum = { alarms: truth.length, right: 0, missed: 0, wrong: 0, doubled: 0 };
  for (const one of truth) {
    const i = left.findIndex((other) => same(one, other));
    if (i >= 0) sum.right += left.splice(i, 1).length;
    else sum.missed += 1;
  }
  for (const one of left) sum[overlaps(one, found) ? 'doubled' : 'wrong'] += 1;
  return { ...sum, told: records.filter(({ alarmRecordId }) => told.has(alarmRecordId)).length };
}

/** The counts of several objects together. */
export function sumOf(counts: readonly Count[]): Count {
  const total = { alarms: 0, right: 0, missed: 0, wrong: 0, doubled: 0, told: 0 };
  for (const one of counts) for (const key of Object.keys(total) as (keyof Count)[]) total[key] += one[key];
  return total;
}

const seconds = (at: string): number => Math.round(Date.parse(at) / 1000);
const alarmOf = ({ raisedAt, clearedAt, raiseCount }: Found): TrueAlarm => ({
  raised: seconds(raisedAt),
  cleared: clearedAt === null ? null : seconds(clearedAt),
  count: raiseCount,
});
const same = (a: TrueAlarm, b: TrueAlarm): boolean =>
  a.raised === b.raised && a.cleared === b.cleared && a.count === b.count;
const overlaps = (one: TrueAlarm, all: readonly TrueAlarm[]): boolean =>
  all.some(
    (other) =>
      other !== one && other.raised <= (one.cleared ?? Infinity) && one.raised <= (other.cleared ?? Infinity),
  );

/** The rows as a table for a terminal and for a page. */
export function alarmTable(rows: readonly AlarmRow[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const head = [
    'kind of day',
    'what is to be found',
    'meters',
    'alarms',
    'right',
    'missed',
    'false',
    'doubled',
    'told though over',
  ];
  return [
    line(head),
    line(head.map((_, i) => (i < 2 ? '---' : '--:'))),
    ...rows.map((row) =>
      line([
        row.kind,
        row.known,
        row.meters,
        row.alarms,
        row.right,
        row.missed,
        row.wrong,
        row.doubled,
        row.told,
      ]),
    ),
  ].join('\n');
}

/** How many alarms are not as they should be, those told though over among them. */
export const alarmFaults = (rows: readonly AlarmRow[]): number =>
  rows.reduce((n, row) => n + row.missed + row.wrong + row.doubled + row.told, 0);
