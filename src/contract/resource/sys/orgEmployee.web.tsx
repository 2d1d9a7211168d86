import { useEffect, useId, useState, type FormEvent } from 'react';
import { ApiError, post } from '#web/api.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import { PasswordField } from '#web/resource/PasswordField.tsx';
import { titleOf } from '#web/resource/target.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';

/** Shortest password that the server takes. */
const SHORTEST = 8;

const texts = {
  action: { zh: '设置密码', en: 'Set password' },
  adminPassword: { zh: '您自己的密码', en: 'Your own password' },
  userPassword: { zh: '新密码', en: 'New password' },
  repeat: { zh: '再次输入新密码', en: 'New password again' },
  effect: {
    zh: '该账号会在所有设备上退出登录，须用新密码重新登录。',
    en: 'The account is logged out on every device and logs in with the new password.',
  },
  tooShort: { zh: `最少输入${SHORTEST}个字符`, en: `At least ${SHORTEST} characters` },
  required: { zh: '必填', en: 'Is required' },
  differs: { zh: '两次输入不一致', en: 'The two do not agree' },
  done: { zh: '密码修改成功', en: 'Password changed' },
  cancel: { zh: '取消', en: 'Cancel' },
};

type Name = 'adminPassword' | 'userPassword' | 'repeat';
type Problems = Partial<Record<Name, string>>;

const NAMES: readonly Name[] = ['adminPassword', 'userPassword', 'repeat'];

/** An administrator sets another person's password, proving to be there by the own one. */
function PasswordDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const { user } = useSession();
  const id = useId();
  const [typed, setTyped] = useState<Record<Name, string>>({
    adminPassword: '',
    userPassword: '',
    repeat: '',
  });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => document.getElementById(`${id}-adminPassword`)?.focus(), [id]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found: Problems = {
      ...(typed.adminPassword ? {} : { adminPassword: say(texts.required) }),
      ...(typed.userPassword.length >= SHORTEST ? {} : { userPassword: say(texts.tooShort) }),
      ...(typed.repeat === typed.userPassword ? {} : { repeat: say(texts.differs) }),
    };
    setProblems(found);
    if (Object.keys(found).length) return;
    setBusy(true);
    try {
      const { adminPassword, userPassword } = typed;
      await post(
        'sys/orgEmployee/updateEmpPassword',
        { aId: user.userId, userId: row.id, adminPassword, userPassword },
        { quiet: true },
      );
      notify('success', say(texts.done), NOTICE_MS);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = NAMES.find((name) => name === error.field) ?? 'adminPassword';
      setProblems({ [field]: error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`${say(texts.action)} · ${titleOf(resource, row)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(texts.cancel)}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy}>
            {say(texts.action)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <p>{say(texts.effect)}</p>
        {NAMES.map((name) => (
          <PasswordField
            key={name}
            id={`${id}-${name}`}
            label={say(texts[name])}
            value={typed[name]}
            onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
            problem={problems[name]}
            autoComplete={name === 'adminPassword' ? 'current-password' : 'new-password'}
          />
        ))}
      </form>
    </Dialog>
  );
}

export const slots: WebSlots = {
  actions: [{ key: 'password', label: texts.action, permission: 'edit', Dialog: PasswordDialog }],
};
