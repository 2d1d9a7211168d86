import { ACCOUNT } from '#contract/accountType.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { iVideoControl } from '#resource/archive/iVideoControl.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { openSealer } from '#server/secret.ts';
import type { CameraAbilities } from '../contract.ts';
import { cameraOf, sealedFor } from './camera.ts';
import { camerasOf, readerOf } from './cameras.ts';
import { CameraFault } from './door.ts';
import type { Eye } from './eye.ts';
import { outside } from './told.ts';

/** Sets the password of a camera, or takes it away; it is sealed and never told again. */
const setSecret = defineRoute({
  method: 'POST',
  path: '/api/archive/iVideoControl/setSecret',
  summary: { zh: '摄像机：设置设备密码（只写）', en: 'Cameras: set the password of the device (write-only)' },
  permission: funCodeOf(iVideoControl, 'edit'),
  params: z.object({ id: id(), secret: z.string().max(200).default('') }),
  example: { id: 1, secret: 'of-the-camera' },
  handler: async (call) => {
    const { trx, params, services, caller } = call;
    if (caller.accountType !== ACCOUNT.operator) throw forbidden();
    const row = await findRow(trx, iVideoControl, params.id);
    if (!row) throw noSuchRow();
    const set = params.secret !== '';
    await sql`update i_video_control set secret_set = ${set} where id = ${row.id}`.execute(trx);
    await recordChange(
      call,
      iVideoControl,
      'edit',
      row,
      { ...row, secretSet: set },
      '设置设备密码 / device password set',
    );
    const { system } = services;
    if (!set) await sql`delete from camera_secret where camera_id = ${row.id}`.execute(system);
    else {
      const sealed = await openSealer(services.config).seal(params.secret, sealedFor(row.id));
      await sql`insert into camera_secret (camera_id, sealed) values (${row.id}, ${sealed})
        on conflict (camera_id) do update set sealed = excluded.sealed, changed_at = now()`.execute(system);
    }
    return { id: row.id, secretSet: set };
  },
});

/** What a try of the connection found. */
interface Tried {
  /** Bytes of the picture that came; null = none did. */
  readonly pictureBytes: number | null;
  readonly abilities: CameraAbilities;
}

async function tried(eye: Eye): Promise<Tried> {
  const abilities = await eye.abilities();
  const picture = await eye.snapshot().catch((error: unknown) => {
    // A camera without pictures may yet have a stream.
    if (error instanceof CameraFault && error.lack === 'noStream') return null;
    throw error;
  });
  return { abilities, pictureBytes: picture?.body.length ?? null };
}

const tryConnection = defineRoute({
  method: 'POST',
  path: '/api/archive/iVideoControl/tryConnection',
  summary: { zh: '摄像机：测试连接', en: 'Cameras: try the connection' },
  permission: funCodeOf(iVideoControl, 'edit'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  toldBy: tried,
  handler: async ({ trx, services, params }) => {
    const camera = await cameraOf(trx, readerOf(services), params.id);
    return outside(() => tried(camerasOf(services).eye(camera)));
  },
});

export const connectRoutes: readonly Route[] = [setSecret, tryConnection];
