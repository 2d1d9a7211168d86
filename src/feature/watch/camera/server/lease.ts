import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { LEASE_MS, type Mover } from '../contract.ts';

const left = sql`greatest(0, extract(epoch from l.until - clock_timestamp()) * 1000)::integer`;
/** A lease that ends later than any can was taken before the clock was set back: it is over. */
const LONGEST = sql`make_interval(secs => ${(LEASE_MS + 1000) / 1000})`;
const held = sql`l.until > clock_timestamp() and l.until < clock_timestamp() + ${LONGEST}`;

/** A press of a button: of which page, and which of its presses, counted up. */
export interface Press {
  readonly page: string;
  readonly number: number;
}

/** A press as calls write it: `<page>.<number>`. */
export const PRESS = /^[\w-]{4,40}\.\d{1,9}$/;
export function pressOf(text: string | undefined): Press | undefined {
  const [page, number] = text?.split('.') ?? [];
  return page === undefined || number === undefined ? undefined : { page, number: Number(number) };
}

/** Whether a press was let go, or one after it of the same page, of the lease `l`. */
const isLetGo = (press: Press | undefined) =>
  press === undefined
    ? sql`false`
    : sql`coalesce(l.page = ${press.page}::text and l.let_go >= ${press.number}::integer, false)`;

/**
 * Takes a camera in hand, or keeps it. @returns false where the press was let go meanwhile: nothing is taken
 * @throws Fault 409 while another has it
 */
export async function takeLease(
  system: Db,
  cameraId: number,
  employeeId: number,
  press?: Press,
): Promise<boolean> {
  const { rows } = await sql`
    insert into camera_lease as l (camera_id, employee_id, until)
    values (${cameraId}, ${employeeId}, clock_timestamp() + make_interval(secs => ${LEASE_MS / 1000}))
    on conflict (camera_id) do update set employee_id = excluded.employee_id, until = excluded.until
      where (l.employee_id = excluded.employee_id or not (${held})) and not ${isLetGo(press)}
    returning 1`.execute(system);
  if (rows.length > 0) return true;
  if (await wasLetGo(system, cameraId, press)) return false;
  const holder = (await holdersOf(system, [cameraId], employeeId)).get(cameraId);
  const seconds = Math.ceil((holder?.leftMs ?? 0) / 1000);
  throw conflict({
    zh: `${holder?.name ?? '他人'}正在操作，占用还剩 ${seconds} s`,
    en: `${holder?.name ?? 'Somebody else'} has it in hand, ${seconds} s left`,
  });
}

async function wasLetGo(system: Db, cameraId: number, press: Press | undefined): Promise<boolean> {
  const { rows } =
    await sql`select from camera_lease l where l.camera_id = ${cameraId} and ${isLetGo(press)}`.execute(
      system,
    );
  return rows.length > 0;
}

/** Writes down that a press, and those before it of its page, are let go: what of them is still under way begins nothing. */
export async function letGo(system: Db, cameraId: number, employeeId: number, press: Press): Promise<void> {
  await sql`update camera_lease set page = ${press.page},
      let_go = greatest(${press.number}::integer, case when page = ${press.page} then let_go end)
    where camera_id = ${cameraId} and employee_id = ${employeeId}`.execute(system);
}

/** Lets others have a camera; which press was let go stays known. */
export async function dropLease(system: Db, cameraId: number, employeeId: number): Promise<void> {
  await sql`update camera_lease set until = to_timestamp(0)
    where camera_id = ${cameraId} and employee_id = ${employeeId}`.execute(system);
}

/** Who has cameras in hand now. */
export async function holdersOf(
  system: Db,
  cameraIds: readonly number[],
  employeeId: number,
): Promise<Map<number, Mover>> {
  const { rows } = await sql<{ cameraId: number; name: string; leftMs: number; own: boolean }>`
    select l.camera_id as "cameraId", e.name, ${left} as "leftMs", l.employee_id = ${employeeId} as own
    from camera_lease l join org_employee e on e.id = l.employee_id
    where l.camera_id = any (${cameraIds}) and ${held}`.execute(system);
  return new Map(rows.map(({ cameraId, ...mover }) => [cameraId, mover]));
}
