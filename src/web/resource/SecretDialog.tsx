import { useState } from 'react';
import type { Text } from '#contract/text.ts';
import { ApiError, post } from '../api.ts';
import { PasswordField } from './PasswordField.tsx';
import type { ActionProps } from './slot.ts';
import { useText } from '../text/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { notify } from '../ui/notice.ts';
import kit from '#web/ui/kit.module.css';

const own = {
  password: { zh: '密码', en: 'Password' },
  needed: { zh: '请填写密码', en: 'Enter the password' },
  save: { zh: '保存', en: 'Save' },
  clear: { zh: '清除密码', en: 'Clear the password' },
  saved: { zh: '已保存', en: 'Saved' },
  cancel: { zh: '取消', en: 'Cancel' },
} as const;

/** What a dialog for the password of a device says, and the call that takes it. */
export interface SecretTexts {
  readonly path: string;
  readonly title: Text;
  readonly note: Text;
}

/** Sets the password of a device, or takes it away; what is set is never shown. */
export function SecretDialog({
  row,
  name,
  texts,
  onClose,
}: ActionProps & { readonly name: string; readonly texts: SecretTexts }) {
  const say = useText();
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = async (value: string): Promise<void> => {
    try {
      await post(texts.path, { id: row.id, secret: value }, { quiet: true });
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
      title={`${say(texts.title)}: ${name}`}
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
        id="device-secret"
        label={say(own.password)}
        value={secret}
        onChange={setSecret}
        problem={problem}
        autoComplete="new-password"
      />
      <p className={kit.note}>{say(texts.note)}</p>
    </Dialog>
  );
}
