import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';

/** What would be sent to a gateway: a command or a shared attribute by its name, of a device or (null) of the gateway itself. */
interface Sent {
  readonly gatewayId: number;
  readonly name: string;
  readonly deviceName: string | null;
}

/**
 * What operates a remote output goes through remote control alone: past its interlocks, tags, second person and record
 * nobody switches, neither by a command nor by an attribute that the device takes for one.
 * @param system sees outputs of every site @param field that names it @throws Fault 409
 */
export async function refuseOutput(
  system: Db,
  { gatewayId, name, deviceName }: Sent,
  field: string,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`select control_code as code from i_remote_control
    where way = '2' and gateway_id = ${gatewayId} and identifier = ${name}
      and (${deviceName}::text is null or iot_id = ${deviceName}) order by id limit 1`.execute(system);
  if (rows[0])
    throw conflict(
      {
        zh: `“${name}”操作遥控点 ${rows[0].code}：请在“遥控”中选择并执行`,
        en: `“${name}” operates the remote output ${rows[0].code}: select and operate it in remote control`,
      },
      field,
    );
}
