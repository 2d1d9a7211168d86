import type { ControlReason } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import { textIn } from '#contract/text.ts';
import type { OpenCommand, PointNow } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import { timeAt } from '#domain/time/text.ts';
import type { Hindrance } from '../contract.ts';
import type { Wiring } from '../domain/wiring.ts';
import { askedFor, type Goal, type Interlock, interlocksOf } from './interlock.ts';
import { type PointQuery, type PointRow, pointRows } from './point.ts';

/** A point with its interlocks, as they stand now. */
export interface Standing {
  readonly row: PointRow;
  readonly interlocks: readonly Interlock[];
}

/** Points as they stand. The executor shows those that may be seen. */
export async function standingsOf(db: Db, query: PointQuery): Promise<Standing[]> {
  const rows = await pointRows(db, query);
  const interlocks = await interlocksOf(
    db,
    rows.map(({ controlId }) => controlId),
  );
  return rows.map((row) => ({ row, interlocks: interlocks.get(row.controlId) ?? [] }));
}

/** What a target asks for: on, off, or (an adjustment) neither. */
export const goalOf = ({ row }: Standing, target: number): Goal => goalBy(row.wiring, target);

/** The same of a command, by what it was selected for. */
export const goalBy = ({ adjusts }: Wiring, target: number): Goal =>
  adjusts ? '0' : target === 0 ? '2' : '1';

/** The target that a list speaks of: the other position; of what is not known, on. */
export const likelyTarget = ({ row }: Standing): number =>
  row.wiring.adjusts ? (row.value ?? row.wiring.minimum ?? 0) : row.value === 1 ? 0 : 1;

/** A point as the permit asks of it. */
export function pointNow(standing: Standing, target: number): PointNow {
  const { row, interlocks } = standing;
  const since = row.since ?? row.now;
  return {
    inUse: row.inUse,
    wired: row.wiring.way !== null,
    channelInUse: row.wayInUse,
    allowed: row.allowed,
    known: row.known,
    tagged: row.tags.length > 0,
    interlocked: askedFor(interlocks, goalOf(standing, target)).every(({ holds }) => holds),
    twoPersons: row.twoPersons,
    sinceOperation: row.sinceOperation,
    operations: row.operations,
    minimumOff:
      !row.wiring.adjusts &&
      target === 1 &&
      row.value === 0 &&
      row.minimumOff !== null &&
      row.now - since < row.minimumOff * 1000,
  };
}

/** The open command as the permit asks of it. */
export const openOf = ({ row }: Standing): OpenCommand =>
  row.open && { state: row.open.state, by: row.open.byId ?? 0 };

/** The first interlock that does not hold, with what it must be; null = all that are asked for the goal hold. */
export function openInterlock(all: readonly Interlock[], goal: Goal): Text | null {
  const open = askedFor(all, goal).find(({ holds }) => !holds);
  if (!open) return null;
  const say = (language: 'zh' | 'en'): string =>
    open.present === null ? (language === 'zh' ? '未知' : 'unknown') : textIn(open.present, language);
  return {
    zh: `${open.name.zh}：${say('zh')}，须 ${open.required.zh}`,
    en: `${open.name.en}: ${say('en')}, must be ${open.required.en}`,
  };
}

/** A reason with what exactly stands in the way. */
export function hindranceText(reason: ControlReason, standing: Standing, target: number): Hindrance {
  return { reason, detail: detailOf(reason, standing, target) };
}

function detailOf(reason: ControlReason, standing: Standing, target: number): Text | null {
  const { row } = standing;
  switch (reason) {
    case 'interlock':
      return openInterlock(standing.interlocks, goalOf(standing, target));
    case 'tagged': {
      const [tag] = row.tags;
      if (!tag) return null;
      const text = `${tag.byName} ${timeAt(row.timeZone, tag.placedAt)} ${tag.reason}`;
      return { zh: text, en: text };
    }
    case 'busy':
      return row.open && { zh: row.open.byName, en: row.open.byName };
    case 'positionUnknown':
      return row.failure;
    case 'minimumOff': {
      const left = Math.ceil(((row.minimumOff ?? 0) * 1000 - (row.now - (row.since ?? row.now))) / 1000);
      return { zh: `还需 ${left} 秒`, en: `${left} s to go` };
    }
    default:
      return null;
  }
}
