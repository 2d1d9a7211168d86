import { useEffect, useId, useState, type FormEvent } from 'react';
import { passwordProblem } from '#contract/password.ts';
import { ApiError, post } from '#web/api.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import { PasswordField } from '#web/resource/PasswordField.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';

export const passwordTexts = {
  action: { zh: '设置密码', en: 'Set password' },
  adminPassword: { zh: '您自己的密码', en: 'Your own password' },
  userPassword: { zh: '新密码', en: 'New password' },
  repeat: { zh: '再次输入新密码', en: 'New password again' },
  effect: {
    zh: '该账号会在所有设备上退出登录，须用新密码重新登录。',
    en: 'The account is logged out on every device and logs in with the new password.',
  },
  required: { zh: '必填', en: 'Is required' },
  differs: { zh: '两次输入不一致', en: 'The two do not agree' },
  done: { zh: '修改密码成功', en: 'Password changed' },
  cancel: { zh: '取消', en: 'Cancel' },
  mustChange: {
    zh: '本人下次登录时须自行更换密码。',
    en: 'At the next log-in its holder must choose another.',
  },
  code: { zh: '您的验证码', en: 'Your code' },
};
const texts = passwordTexts;

type Name = 'adminPassword' | 'code' | 'userPassword' | 'repeat';
type Problems = Partial<Record<Name, string>>;

const NAMES: readonly Name[] = ['adminPassword', 'code', 'userPassword', 'repeat'];

const COMPLETED = {
  adminPassword: 'current-password',
  code: 'one-time-code',
  userPassword: 'new-password',
  repeat: 'new-password',
} as const;

/** An administrator sets another person's password, proving to be there by the own one. */
export function PasswordDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const { user, secondFactor } = useSession();
  const id = useId();
  const [typed, setTyped] = useState<Record<Name, string>>({
    adminPassword: '',
    code: '',
    userPassword: '',
    repeat: '',
  });
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => document.getElementById(`${id}-adminPassword`)?.focus(), [id]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const weak = passwordProblem(typed.userPassword, [
      String(row['userName'] ?? ''),
      String(row['name'] ?? ''),
    ]);
    const found: Problems = {
      ...(typed.adminPassword ? {} : { adminPassword: say(texts.required) }),
      ...(weak ? { userPassword: say(weak) } : {}),
      ...(typed.repeat === typed.userPassword ? {} : { repeat: say(texts.differs) }),
    };
    setProblems(found);
    if (Object.keys(found).length) return;
    setBusy(true);
    try {
      const { repeat: _, ...given } = typed;
      await post(
        'sys/orgEmployee/updateEmpPassword',
        { aId: user.userId, userId: row.id, ...given },
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
        {NAMES.filter((name) => name !== 'code' || secondFactor).map((name) => (
          <PasswordField
            key={name}
            id={`${id}-${name}`}
            label={say(texts[name])}
            value={typed[name]}
            onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
            problem={problems[name]}
            autoComplete={COMPLETED[name]}
          />
        ))}
        {row.id !== user.userId && <p>{say(texts.mustChange)}</p>}
      </form>
    </Dialog>
  );
}
