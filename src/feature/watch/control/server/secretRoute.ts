import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { iRemoteControl } from '#resource/archive/iRemoteControl.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import { openSealer } from '#server/secret.ts';
import { rightOf } from './person.ts';
import { sealedFor } from './relayKey.ts';

/** Sets the password of the meter whose relay an output is, or takes it away; it is sealed and never told again. */
export const setSecret = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/setSecret',
  summary: {
    zh: '遥控点：设置 DL/T 645 表计密码（只写）',
    en: 'Outputs: set the password of the DL/T 645 meter (write-only)',
  },
  permission: rightOf('wire'),
  params: z.object({
    id: id(),
    secret: z
      .string()
      .regex(/^(\d{6})?$/)
      .default(''),
  }),
  example: { id: 1, secret: '000000' },
  handler: async (call) => {
    const { trx, params, services } = call;
    const row = await findRow(trx, iRemoteControl, params.id);
    if (!row) throw noSuchRow();
    const set = params.secret !== '';
    await sql`update i_remote_control set secret_set = ${set} where id = ${row.id}`.execute(trx);
    const after = { ...row, secretSet: set };
    await recordChange(call, iRemoteControl, 'edit', row, after, '设置表计密码 / meter password set');
    const { system } = services;
    if (!set) await sql`delete from control_secret where control_id = ${row.id}`.execute(system);
    else {
      const sealed = await openSealer(services.config).seal(params.secret, sealedFor(row.id));
      await sql`insert into control_secret (control_id, sealed) values (${row.id}, ${sealed})
        on conflict (control_id) do update set sealed = excluded.sealed, changed_at = now()`.execute(system);
    }
    return { id: row.id, secretSet: set };
  },
});
