import type pg from 'pg';

/** What there is to judge: of meters, of figures, of signal points, of compositions over several sources, of events of devices. */
export interface Waits {
  readonly meters: boolean;
  readonly figures: boolean;
  readonly signals: boolean;
  readonly mixed: boolean;
  readonly events: boolean;
}

/**
 * Asks whether anything waits, in one statement that the database knows already: readings are told ten times a second, and
 * most of them touch nothing that is judged.
 * @param now ms
 */
export async function peek(
  pool: pg.Pool,
  now: number,
  rests: ReadonlyMap<number, { readonly from: number; readonly to: number }>,
): Promise<Waits> {
  const resting = [...rests].flatMap(([block, { from, to }]) => (from <= now && now < to ? [block] : []));
  const { rows } = await pool.query<Waits>({
    name: 'alarm_peek',
    text: `select exists (select from alarm_touch where not block = any ($2::integer[])) or exists (select from alarm_dirty where coalesce(due_at, '-infinity') <= $1)
        or exists (select from alarm_state where due_at <= $1) as meters,
      exists (select from alarm_figure_dirty) or exists (select from alarm_figure where due_at <= $1) as figures,
      exists (select from alarm_signal_dirty) or exists (select from alarm_signal where due_at <= $1) as signals,
      exists (select from alarm_mixed_dirty) or exists (select from alarm_mixed where due_at <= $1) as mixed,
      exists (select from device_event_dirty where coalesce(due_at, '-infinity') <= $1) as events`,
    values: [new Date(now), resting],
  });
  return rows[0] ?? { meters: true, figures: true, signals: true, mixed: true, events: true };
}
