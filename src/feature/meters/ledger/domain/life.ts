import { badInput, conflict } from '#contract/error.ts';
import { parseDecimal, textToMicro, times } from '#domain/decimal/decimal.ts';
import { modulusOf } from '#domain/ledger/rollover.ts';
import type { Segment } from '#domain/ledger/segment.ts';
import { BEGINNING, type LedgerDraft, type LedgerEvent, type LedgerRow } from '../contract.ts';

/** What holds from the beginning where nothing else is recorded. */
const PLAIN: LedgerRow = {
  id: null,
  from: BEGINNING,
  to: null,
  serial: null,
  ct: '1',
  pt: '1',
  primary: false,
  correctionFactor: '1',
  registerWidth: null,
  startRegister: null,
  endRegister: null,
  kind: 'register',
  remark: null,
};

/** The life with an event added, or with the one of `id` changed. @throws Fault 400, 409 naming the field */
export function withEvent(
  rows: readonly LedgerRow[],
  draft: LedgerDraft,
  id: number | null = null,
): LedgerRow[] {
  check(draft);
  const own = rows.find((row) => row.id === id && id !== null);
  let life = own ? withoutEvent(rows, own.id) : [...rows];
  if (life.length === 0 && draft.from > BEGINNING) life = [PLAIN];
  if (life.some((row) => row.from === draft.from))
    throw conflict({ zh: '该时刻已有一条记录', en: 'Another event stands at this instant' }, 'from');
  const { endBefore, sameDevice, ...rest } = draft;
  const before = life.findLast((row) => row.from < draft.from);
  const next = life.find((row) => row.from > draft.from);
  const serial = sameDevice ? (before?.serial ?? '') : rest.serial;
  const wasFirst = own !== undefined && own === rows[0];
  const inside = before && (before.to === null || before.to > draft.from);
  const event: LedgerRow = {
    ...rest,
    id,
    serial,
    to: inside ? before.to : (next?.from ?? null),
    endRegister: inside ? before.endRegister : wasFirst && own.to === next?.from ? own.endRegister : null,
  };
  const cut: LedgerRow | undefined = before && {
    ...before,
    ...(sameDevice ? { serial } : {}),
    to: inside ? draft.from : before.to,
    endRegister: inside ? endBefore : before.endRegister,
  };
  return [...life.filter((row) => row !== before), ...(cut ? [cut] : []), event].sort(
    (a, b) => a.from - b.from,
  );
}

/** The life without an event: what stood before it goes on until the next. */
export function withoutEvent(rows: readonly LedgerRow[], id: number | null): LedgerRow[] {
  const index = rows.findIndex((row) => row.id === id);
  const gone = rows[index];
  if (!gone) return [...rows];
  return rows
    .map((row, i) =>
      i === index - 1 && row.to === gone.from ? { ...row, to: gone.to, endRegister: gone.endRegister } : row,
    )
    .filter((row) => row !== gone);
}

/** What happened at the beginning of each interval. */
export function eventsOf(rows: readonly LedgerRow[]): LedgerEvent[][] {
  return rows.map((row, i) => {
    const before = rows[i - 1];
    if (!before) return ['first'];
    const same = row.serial !== null && row.serial === before.serial;
    const events: LedgerEvent[] = same ? (row.startRegister === null ? [] : ['reset']) : ['replaced'];
    if (row.primary !== before.primary) events.push('primary');
    if (row.ct !== before.ct || row.pt !== before.pt) events.push('ratio');
    if (row.correctionFactor !== before.correctionFactor) events.push('factor');
    if (row.registerWidth !== before.registerWidth) events.push('width');
    if (row.kind !== before.kind) events.push('kind');
    return events.length === 0 ? ['note'] : events;
  });
}

/** CT × PT as an exact decimal text, or '1' where values are primary already. */
export function multiplierOf({ ct, pt, primary }: Pick<LedgerRow, 'ct' | 'pt' | 'primary'>): string {
  if (primary) return '1';
  const { num, den } = times(parseDecimal(ct), parseDecimal(pt));
  const scale = den.toString().length - 1;
  const digits = num.toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return scale === 0 ? text : text.replace(/\.?0+$/, '');
}

/** The life as the fold reads it. */
export const segmentsOf = (rows: readonly LedgerRow[]): Segment[] =>
  rows.map((row, index) => ({
    id: row.id,
    from: index === 0 && row.startRegister === null ? -Infinity : row.from,
    to: row.to ?? Infinity,
    serial: row.serial,
    multiplier: multiplierOf(row),
    correctionFactor: row.correctionFactor,
    registerWidth: row.registerWidth,
    startRegister: row.startRegister,
    endRegister: row.endRegister,
    kind: row.kind,
  }));

function check(draft: LedgerDraft): void {
  const { from, registerWidth: width } = draft;
  if (!Number.isSafeInteger(from) || from < BEGINNING)
    throw badInput({ zh: '生效时间：不早于 2000 年', en: 'Valid from: not before the year 2000' }, 'from');
  if (width !== null && (!Number.isInteger(width) || width < 1 || width > 15))
    throw badInput({ zh: '整数位数：1 到 15', en: 'Digits: 1 to 15' }, 'registerWidth');
  const positive = {
    ct: ['电流变比', 'CT'],
    pt: ['电压变比', 'PT'],
    correctionFactor: ['修正系数', 'Correction factor'],
  } as const;
  for (const [key, [zh, en]] of Object.entries(positive)) {
    const value = decimalOf(draft[key as keyof typeof positive]);
    if (value === null || value <= 0n || value > 10n ** 15n)
      throw badInput({ zh: `${zh}：应为大于 0 的数`, en: `${en}: a number above 0` }, key);
  }
  const modulus = modulusOf(width);
  const registers = {
    startRegister: ['起始示值', 'First register'],
    endBefore: ['前一段止示值', 'Last register'],
  } as const;
  for (const [key, [zh, en]] of Object.entries(registers)) {
    const text = draft[key as keyof typeof registers];
    if (text === null) continue;
    const value = decimalOf(text);
    if (value === null || value < 0n)
      throw badInput({ zh: `${zh}：应为不小于 0 的数`, en: `${en}: a number from 0` }, key);
    if (key === 'startRegister' && modulus !== null && value >= modulus)
      throw badInput({ zh: `${zh}：超出整数位数`, en: `${en}: more digits than the register has` }, key);
  }
}

/** Millionths; null when the text is no plain decimal. */
function decimalOf(text: string): bigint | null {
  return /^\d{1,15}(\.\d{1,9})?$/.test(text) ? textToMicro(text) : null;
}
