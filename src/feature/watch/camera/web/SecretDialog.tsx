import { SecretDialog as DeviceSecret, type SecretTexts } from '#web/resource/SecretDialog.tsx';
import type { ActionProps } from '#web/resource/slot.ts';

const texts: SecretTexts = {
  path: 'archive/iVideoControl/setSecret',
  title: { zh: '设备密码', en: 'Password of the device' },
  note: {
    zh: '密码加密保存，不再显示。更改主机或用户名会清除它。',
    en: 'It is kept encrypted and never shown again. Another host or account clears it.',
  },
};

/** Sets the password of a camera, or takes it away. */
export const SecretDialog = (props: ActionProps) => (
  <DeviceSecret {...props} name={String(props.row['cameraName'])} texts={texts} />
);
