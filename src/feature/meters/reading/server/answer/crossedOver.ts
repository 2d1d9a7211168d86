import type { Db } from '#server/database/db.ts';
import { type CalmWindow, crossed } from '#series/public.ts';
import { systemMeterSet } from './meterSets.ts';

export type { CalmWindow } from '#series/public.ts';

/**
 * The meters with a stored value beyond what is calm in their windows, whether it counts or not: those that are left out
 * have none that counts. For the watch, which works for all: `db` is opened for the system.
 */
export const crossedOver = (db: Db, windows: readonly CalmWindow[]): Promise<ReadonlySet<number>> =>
  crossed(db, systemMeterSet(windows.map((one) => one.meterId)), windows);
