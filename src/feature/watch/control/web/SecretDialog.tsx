import { SecretDialog as DeviceSecret, type SecretTexts } from '#web/resource/SecretDialog.tsx';
import type { ActionProps } from '#web/resource/slot.ts';

const texts: SecretTexts = {
  path: 'archive/iRemoteControl/setSecret',
  title: { zh: '表计密码', en: 'Password of the meter' },
  note: {
    zh: 'DL/T 645 拉合闸用，6 位数字。密码加密保存，不再显示。更改通道或表地址会清除它。',
    en: 'For switching by DL/T 645, six digits. It is kept encrypted and never shown again. Another channel or meter clears it.',
  },
};

/** Sets the password of the meter whose relay an output is, or takes it away. */
export const SecretDialog = (props: ActionProps) => (
  <DeviceSecret {...props} name={String(props.row['controlName'])} texts={texts} />
);
