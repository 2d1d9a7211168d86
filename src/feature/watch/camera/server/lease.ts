import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { LEASE_MS, type Mover } from '../contract.ts';

const left = sql`greatest(0, extract(epoch from l.until - now()) * 1000)::integer`;

/** Takes a camera in hand, or keeps it. @throws Fault 409 while another has it */
export async function takeLease(system: Db, cameraId: number, employeeId: number): Promise<void> {
  const { rows } = await sql`
    insert into camera_lease (camera_id, employee_id, until)
    values (${cameraId}, ${employeeId}, now() + make_interval(secs => ${LEASE_MS / 1000}))
    on conflict (camera_id) do update set employee_id = excluded.employee_id, until = excluded.until
      where camera_lease.employee_id = excluded.employee_id or camera_lease.until <= now()
    returning 1`.execute(system);
  if (rows.length > 0) return;
  const holder = (await holdersOf(system, [cameraId], employeeId)).get(cameraId);
  const seconds = Math.ceil((holder?.leftMs ?? 0) / 1000);
  throw conflict({
    zh: `${holder?.name ?? '他人'}正在操作，占用还剩 ${seconds} s`,
    en: `${holder?.name ?? 'Somebody else'} has it in hand, ${seconds} s left`,
  });
}

/** Lets a camera go. */
export async function dropLease(system: Db, cameraId: number, employeeId: number): Promise<void> {
  await sql`delete from camera_lease where camera_id = ${cameraId} and employee_id = ${employeeId}`.execute(
    system,
  );
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
    where l.camera_id = any (${cameraIds}) and l.until > now()`.execute(system);
  return new Map(rows.map(({ cameraId, ...mover }) => [cameraId, mover]));
}
