import type { ControlReason } from '#contract/control.ts';
import { hindranceOf } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import type { Hindrance } from '../contract.ts';
import { hindranceText, pointNow, type Standing, standingsOf } from './standing.ts';

/** An output as it stands now for an order that no person stands before. */
export interface OutputNow {
  readonly controlId: number;
  readonly controlCode: string;
  readonly controlName: string;
  readonly siteName: string;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  /** null = its position is not known. */
  readonly on: boolean | null;
  /** When the position was last told, ms; null = never. */
  readonly heardAt: number | null;
  /** An order must name who approved it beside who gives it. */
  readonly twoPersons: boolean;
  /** Why an order would be refused that switches it off, or on; null = it would be given. */
  readonly offHindrance: Hindrance | null;
  readonly onHindrance: Hindrance | null;
}

/** Outputs as they stand now, by number. The executor shows those that may be seen. */
export async function outputsNow(db: Db, ids: readonly number[]): Promise<OutputNow[]> {
  if (ids.length === 0) return [];
  return (await standingsOf(db, { ids })).map((standing) => {
    const { row } = standing;
    return {
      controlId: row.controlId,
      controlCode: row.controlCode,
      controlName: row.controlName,
      siteName: row.siteName,
      ammeterId: row.ammeterId,
      ammeterName: row.ammeterName,
      on: row.known && row.value !== null ? row.value === 1 : null,
      heardAt: row.heardAt,
      twoPersons: row.twoPersons,
      offHindrance: hindranceTo(standing, 0),
      onHindrance: hindranceTo(standing, 1),
    };
  });
}

function hindranceTo(standing: Standing, target: number): Hindrance | null {
  const { row } = standing;
  const reason: ControlReason | null = row.open ? 'busy' : hindranceOf(pointNow(standing, target));
  return reason === null ? null : hindranceText(reason, standing, target);
}
