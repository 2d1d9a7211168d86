import type { BoardFigure } from '#resource/sys/displayBoard.ts';
import { courseOf, deviceTopOf, figuresOf } from '#feature/home/overview/server/public.ts';
import { periodOf } from '#domain/time/period.ts';
import { dayContextOf } from '#feature/meters/subject/server/public.ts';
import { namesOfPictures } from '#feature/watch/diagram/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Board, BoardAmount, BoardBar } from '../contract.ts';

/** A board as it is stored. */
export interface BoardRow {
  readonly id: number;
  readonly board_name: string;
  readonly org_name: string;
  readonly consumer_id: number;
  readonly data_type: string;
  readonly figures: readonly BoardFigure[];
  /** Ids of diagrams. */
  readonly pictures: readonly number[];
  readonly turn_seconds: number;
}

const COURSES = { hours: 'day', monthDays: 'month', yearMonths: 'year' } as const;

/** The chosen figures of a board, as the overview tells them; nothing of what was not chosen is in the answer. */
export async function boardOf(trx: Db, row: BoardRow, now: number): Promise<Board> {
  const context = await dayContextOf(trx, { consumerId: row.consumer_id, dataType: row.data_type }, now);
  const chosen = new Set(row.figures);
  const figures = await figuresOf(trx, context);
  const amount = ({ value, coverage, change, why }: BoardAmount): BoardAmount => ({
    value,
    coverage,
    change,
    why,
  });
  const board: { -readonly [K in keyof Board]: Board[K] } = {
    boardName: row.board_name,
    orgName: row.org_name,
    dataType: row.data_type,
    unit: context.subject.unit,
    demandUnit: figures.demandUnit,
    timeZone: context.subject.timeZone,
    now,
    figures: row.figures,
    pictures: await namesOfPictures(trx, row.pictures),
    turnSeconds: row.turn_seconds,
  };
  if (chosen.has('day')) board.day = amount(figures.day);
  if (chosen.has('month')) board.month = amount(figures.month);
  if (chosen.has('year')) board.year = amount(figures.year);
  const { demand, from, proven, hiding } = figures.dayPeak;
  if (chosen.has('peak')) board.peak = { demand, from, atLeast: demand !== null && (proven || hiding > 0) };
  for (const key of ['hours', 'monthDays', 'yearMonths'] as const) {
    if (!chosen.has(key)) continue;
    const { buckets } = await courseOf(trx, context, COURSES[key]);
    board[key] = buckets.map(({ label, value, others }): BoardBar => ({
      label,
      value,
      before: others[0] ?? null,
    }));
  }
  if (chosen.has('devices')) {
    const month = periodOf(context.zone, 'month', context.question.date);
    const before = periodOf(context.zone, 'month', context.question.date, 1);
    const own = { from: month.from, to: Math.min(month.to, now) };
    const top = await deviceTopOf(trx, context, own, { own, before }, 'desc');
    board.devices = top.map(({ deviceName, pP }) => ({ name: deviceName, value: pP }));
  }
  return board;
}
