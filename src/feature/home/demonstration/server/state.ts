import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { CameraPorts, DemoCharger, DemoGateway, SwitchedLoad } from '../../../../../simulator/public.ts';

/** What is known of the demonstration between starts. */
export interface DemoState {
  readonly seed: number;
  /** Start of the history, ms. */
  readonly from: number;
  /** The archive and the history are complete. */
  readonly complete: boolean;
  /** Up to where the plants have sent, ms. */
  readonly sentUntil: number;
  readonly gateways: readonly DemoGateway[];
  /** Port of the simulated Modbus meters. */
  readonly modbusPort?: number;
  /** Where the simulated provincial platform listens, and what it knows of enterprises. */
  readonly provincePort?: number;
  readonly province?: string;
  /** The plans that the simulated energy management has loaded. */
  readonly ems?: string;
  /** What was switched in the plants: without it their registers would jump at the next start. */
  readonly switched?: readonly SwitchedLoad[];
  /** Ports of the simulated cameras. */
  readonly cameraPorts?: readonly CameraPorts[];
  /** The simulated chargers. */
  readonly chargers?: readonly DemoCharger[];
}

const NAME = 'demonstrationState';

/** The stored state; made with `initial` on the first start. */
export async function loadState(system: Db, initial: DemoState): Promise<DemoState> {
  await sql`insert into setting (name, value) values (${NAME}, ${JSON.stringify(initial)}::jsonb)
    on conflict (name) do nothing`.execute(system);
  const { rows } = await sql<{
    value: DemoState;
  }>`select value from setting where name = ${NAME}`.execute(system);
  return rows[0]?.value ?? initial;
}

/** Whether the demonstration's archive and history are complete. */
export async function isComplete(system: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from setting
    where name = ${NAME} and value -> 'complete' = 'true'`.execute(system);
  return rows.length > 0;
}

/** Changes a part of the stored state. */
export async function saveState(system: Db, change: Partial<DemoState>): Promise<void> {
  await sql`update setting set value = value || ${JSON.stringify(change)}::jsonb, changed_at = now()
    where name = ${NAME}`.execute(system);
}
