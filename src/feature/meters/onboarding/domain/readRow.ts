import { fittingEnergy, mayMeasure, DEVICE_TYPE } from '#contract/deviceType.ts';
import { readField } from '#contract/issue.ts';
import { ammeter } from '#resource/archive/ammeter.ts';
import { inEveryLanguage, type Text } from '#contract/text.ts';
import { readStamp, wallMs } from '#domain/cell/date.ts';
import type { FileCell } from '#domain/cell/fileCell.ts';
import { NUMBER_SENTENCES, readNumber } from '#domain/cell/number.ts';
import { isRounded, ROUNDED } from '#domain/cell/rounded.ts';
import { ONBOARDING_COLUMNS, type OnboardingKey } from '../contract.ts';

/** A row of the list, read. Decimals are texts; a start is a wall clock of the site as if it were UTC, ms. */
export interface MeterDraft {
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly site: string;
  readonly deviceType: string;
  /** Null where the meter type measures none. */
  readonly dataType: string | null;
  readonly parent: string | null;
  readonly intervalSeconds: number;
  readonly ratedPower: number | null;
  readonly serial: string | null;
  readonly ct: string;
  readonly pt: string;
  readonly registerWidth: number | null;
  readonly startRegister: string | null;
  readonly startWall: number | null;
  readonly gateway: string | null;
  readonly deviceName: string | null;
  readonly remark: string | null;
}

/** What is wrong with a cell. */
export interface CellFault {
  readonly key: OnboardingKey;
  readonly reason: Text;
}

export type Cells = Readonly<Partial<Record<OnboardingKey, FileCell>>>;

const REQUIRED: Text = { zh: '必填', en: 'is required' };

/** Columns of codes and names: a number there is a text whose digits count. */
const TEXTS: readonly OnboardingKey[] = [
  'ammeterCode',
  'ammeterName',
  'site',
  'parent',
  'serial',
  'gateway',
  'deviceName',
];

/** Which column of a header holds what; headers in any language, in any order. */
export function columnsOf(headers: readonly string[]): Map<number, OnboardingKey> {
  const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();
  const byHeader = new Map<string, OnboardingKey>(
    ONBOARDING_COLUMNS.flatMap(({ key, header }) =>
      [key, ...inEveryLanguage(header)].map((name) => [plain(name), key]),
    ),
  );
  const columns = new Map<number, OnboardingKey>();
  for (const [index, header] of headers.entries()) {
    const key = byHeader.get(plain(header));
    if (key !== undefined && ![...columns.values()].includes(key)) columns.set(index, key);
  }
  return columns;
}

const textOf = (cell: FileCell | undefined): string =>
  cell === null || cell === undefined
    ? ''
    : typeof cell !== 'object'
      ? String(cell).trim()
      : 'wall' in cell
        ? cell.wall.replace('T', ' ')
        : cell.raw.trim();

/** Reads one row; every fault is told, not just the first. */
export function readRow(cells: Cells): { draft: MeterDraft; faults: CellFault[] } {
  const faults: CellFault[] = [];
  const say = (key: OnboardingKey, reason: Text): void => {
    faults.push({ key, reason });
  };
  const text = (key: OnboardingKey): string | null => textOf(cells[key]) || null;
  for (const { key, required } of ONBOARDING_COLUMNS) {
    const cell = cells[key];
    if (required && text(key) === null) say(key, REQUIRED);
    if (typeof cell === 'object' && cell !== null && 'broken' in cell) say(key, cell.broken);
    if (cell !== undefined && TEXTS.includes(key) && isRounded(cell)) say(key, ROUNDED);
  }
  /** A value by a field of the meter's definition; its initial value where the cell is empty. */
  const field = <T>(key: 'deviceType' | 'dataType' | 'intervalSeconds' | 'ratedPower', initial: T): T => {
    if (text(key) === null) return initial;
    const reading = readField(ammeter.fields[key], textOf(cells[key]));
    if ('value' in reading) return reading.value as T;
    say(key, reading.problem);
    return initial;
  };
  /** A decimal as its text. */
  const decimal = (key: OnboardingKey): string | null => {
    const cell = cells[key] ?? null;
    if (cell === null || text(key) === null) return null;
    const number = readNumber(cell, '.');
    if ('value' in number) return number.value;
    say(key, NUMBER_SENTENCES[number.fault]);
    return null;
  };
  const deviceType = field('deviceType', DEVICE_TYPE.electricityMeter);
  const dataType = field<string | null>('dataType', fittingEnergy(deviceType, null));
  if (!mayMeasure(deviceType, dataType))
    say('dataType', { zh: '与表计类型不符', en: 'does not fit the meter type' });
  const width = decimal('registerWidth');
  const registerWidth = width === null ? null : Number(width);
  if (
    registerWidth !== null &&
    !(Number.isInteger(registerWidth) && registerWidth >= 1 && registerWidth <= 15)
  )
    say('registerWidth', { zh: '应为 1 到 15 的整数', en: 'must be a whole number from 1 to 15' });
  const startRegister = decimal('startRegister');
  const startWall = start(cells.startTime ?? null, say);
  if (startRegister !== null && startWall === null && text('startTime') === null)
    say('startTime', { zh: '填写起始表底时必填', en: 'is required with a start register' });
  if (startWall !== null && text('startRegister') === null)
    say('startRegister', { zh: '填写起始时间时必填', en: 'is required with a start time' });
  if (text('deviceName') !== null && text('gateway') === null)
    say('gateway', { zh: '填写设备名称时必填', en: 'is required with a device name' });
  const draft: MeterDraft = {
    ammeterCode: text('ammeterCode') ?? '',
    ammeterName: text('ammeterName') ?? '',
    site: text('site') ?? '',
    deviceType,
    dataType,
    parent: text('parent'),
    intervalSeconds: field('intervalSeconds', 900),
    ratedPower: field<number | null>('ratedPower', null),
    serial: text('serial'),
    ct: decimal('ct') ?? '1',
    pt: decimal('pt') ?? '1',
    registerWidth,
    startRegister,
    startWall,
    gateway: text('gateway'),
    deviceName: text('deviceName'),
    remark: text('remark'),
  };
  return { draft, faults };
}

function start(cell: FileCell, say: (key: OnboardingKey, reason: Text) => void): number | null {
  if (cell === null || textOf(cell) === '') return null;
  if (typeof cell === 'object' && 'broken' in cell) return null;
  const wall = readStamp(cell, 'YMD');
  if (!('fault' in wall)) return wallMs(wall);
  say('startTime', { zh: '应为时间，如 2026-01-31 08:00', en: 'must be a time such as 2026-01-31 08:00' });
  return null;
}

/** Whether a life begins with anything but one plain register. */
export const hasLedger = (draft: MeterDraft): boolean =>
  draft.serial !== null ||
  draft.ct !== '1' ||
  draft.pt !== '1' ||
  draft.registerWidth !== null ||
  draft.startRegister !== null;
