import { ACCOUNT } from '#contract/accountType.ts';
import { sql } from 'kysely';
import { badInput, forbidden } from '#contract/error.ts';
import { refusedHost } from '#feature/meters/collector/server/public.ts';
import { iVideoControl } from '#resource/archive/iVideoControl.ts';
import type { Slots } from '#server/resource/slot.ts';

/** How a camera is reached: the affair of operators, as the hosts of the collector are. */
const CONNECTION = [
  'cameraKind',
  'host',
  'httpPort',
  'rtspPort',
  'cameraUser',
  'onvifPath',
  'profile',
  'streamPath',
  'snapshotPath',
] as const;

/** The ports that a camera of a kind is reached at, with what stands for an empty one. */
const portsOf = (row: Readonly<Record<string, unknown>>): readonly number[] => {
  const [http, rtsp] = [Number(row['httpPort'] ?? 80), Number(row['rtspPort'] ?? 554)];
  if (row['cameraKind'] === 'rtsp') return row['snapshotPath'] == null ? [rtsp] : [rtsp, http];
  return row['streamPath'] == null ? [http] : [http, rtsp];
};

const BELONGS = {
  zh: '设备密码不是字段：请用 iVideoControl/setSecret 设置',
  en: 'The password of the device is no field: set it by iVideoControl/setSecret',
};

export const iVideoControlSlots: Slots = {
  elsewhere: { secret: BELONGS, password: BELONGS },
  beforeSave: async ({ caller, services }, values, before) => {
    const row = { ...before, ...values };
    const changed = CONNECTION.some(
      (key) =>
        values[key] !== undefined &&
        (values[key] ?? null) !== (before?.[key] ?? iVideoControl.fields[key].initial ?? null),
    );
    if (changed && caller.accountType !== ACCOUNT.operator) throw forbidden();
    const host = row['host'];
    if (typeof host !== 'string') return;
    for (const port of portsOf(row)) {
      const refused = refusedHost(host, port, services.config.collectorAllow);
      if (refused) throw badInput(refused, 'host');
    }
  },
  // Another device has another password: the one of before is not sent to it.
  afterSave: async ({ trx, services }, row, before) => {
    if (!before || (before['host'] === row['host'] && before['cameraUser'] === row['cameraUser'])) return;
    await sql`delete from camera_secret where camera_id = ${row.id}`.execute(services.system);
    await sql`update i_video_control set secret_set = false where id = ${row.id}`.execute(trx);
  },
};
