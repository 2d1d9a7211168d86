import { SecretDialog, TryDialog } from '#feature/watch/camera/web/public.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  operatorsOnly: [
    'cameraKind',
    'host',
    'httpPort',
    'rtspPort',
    'cameraUser',
    'onvifPath',
    'profile',
    'streamPath',
    'snapshotPath',
  ],
  actions: [
    {
      key: 'secret',
      label: { zh: '设备密码', en: 'Password of the device' },
      permission: 'edit',
      Dialog: SecretDialog,
    },
    {
      key: 'try',
      label: { zh: '测试连接', en: 'Try the connection' },
      permission: 'edit',
      Dialog: TryDialog,
    },
  ],
};
