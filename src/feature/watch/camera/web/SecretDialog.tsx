import { useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { PasswordField } from '#web/resource/PasswordField.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import styles from './Camera.module.css';

const own = {
  title: { zh: '设备密码', en: 'Password of the device' },
  note: {
    zh: '密码加密保存，不再显示。更改主机或用户名会清除它。',
    en: 'It is kept encrypted and never shown again. Another host or account clears it.',
  },
  password: { zh: '密码', en: 'Password' },
  needed: { zh: '请填写密码', en: 'Enter the password' },
  save: { zh: '保存', en: 'Save' },
  clear: { zh: '清除密码', en: 'Clear the password' },
  saved: { zh: '已保存', en: 'Saved' },
  cancel: { zh: '取消', en: 'Cancel' },
} as const;

/** Sets the password of a camera, or takes it away. */
export function SecretDialog({ row, onClose }: ActionProps) {
  const say = useText();
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = async (value: string): Promise<void> => {
    try {
      await post('archive/iVideoControl/setSecret', { id: row.id, secret: value }, { quiet: true });
      notify('success', say(own.saved));
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    }
  };
  const save = (): void => {
    if (secret === '') setProblem(say(own.needed));
    else void send(secret);
  };
  return (
    <Dialog
      title={`${say(own.title)}: ${String(row['cameraName'])}`}
      onClose={onClose}
      width={460}
      foot={
        <>
          <Button onClick={onClose}>{say(own.cancel)}</Button>
          {row['secretSet'] === true && <Button onClick={() => void send('')}>{say(own.clear)}</Button>}
          <Button kind="primary" onClick={save}>
            {say(own.save)}
          </Button>
        </>
      }
    >
      <PasswordField
        id="camera-secret"
        label={say(own.password)}
        value={secret}
        onChange={setSecret}
        problem={problem}
        autoComplete="new-password"
      />
      <p className={styles.keys}>{say(own.note)}</p>
    </Dialog>
  );
}
