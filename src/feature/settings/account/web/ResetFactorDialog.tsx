import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { ApiError, get, post } from '#web/api.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import { PasswordField } from '#web/resource/PasswordField.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';

export const factorTexts = {
  action: { zh: '清除两步验证', en: 'Remove the second factor' },
  effect: {
    zh: '供丢失手机和恢复码的人使用。该账号会在所有设备上退出登录，之后仅凭密码登录，直到重新设置；此操作会被记录并告知本人。请先确认对方身份。',
    en: 'For somebody who lost telephone and recovery codes. The account is logged out on every device and signs in with its password alone until a new one is set up. It is written down and its holder is told. Be sure who asks.',
  },
  none: { zh: '该账号没有开启两步验证。', en: 'The account has no second factor.' },
  password: { zh: '您自己的密码', en: 'Your own password' },
  code: { zh: '您的验证码', en: 'Your code' },
  required: { zh: '必填', en: 'Is required' },
  done: { zh: '两步验证已清除', en: 'The second factor is removed' },
  cancel: { zh: '取消', en: 'Cancel' },
  close: { zh: '关闭', en: 'Close' },
};

type Name = 'adminPassword' | 'code';

/** Takes away the second factor of somebody who lost it. */
export function ResetFactorDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const { secondFactor } = useSession();
  const id = useId();
  const [typed, setTyped] = useState<Record<Name, string>>({ adminPassword: '', code: '' });
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({});
  const state = useQuery({
    queryKey: ['sys', 'orgEmployee', 'factor', row.id],
    queryFn: () =>
      get<{ on: boolean }>('sys/orgEmployee/getSecondFactor', { userId: row.id }, { quiet: true }),
    staleTime: 0,
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!typed.adminPassword) return setProblems({ adminPassword: say(factorTexts.required) });
    try {
      await post('sys/orgEmployee/resetSecondFactor', { userId: row.id, ...typed }, { quiet: true });
      notify('success', say(factorTexts.done), NOTICE_MS);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems({ [error.field === 'code' ? 'code' : 'adminPassword']: error.message });
    }
  };
  const on = state.data?.on === true;
  return (
    <Dialog
      title={`${say(factorTexts.action)} · ${titleOf(resource, row)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(on ? factorTexts.cancel : factorTexts.close)}</Button>
          {on && (
            <Button kind="danger" type="submit" form={id}>
              {say(factorTexts.action)}
            </Button>
          )}
        </>
      }
    >
      {state.isError && <p role="alert">{state.error.message}</p>}
      {state.data && !on && <p>{say(factorTexts.none)}</p>}
      {on && (
        <form id={id} noValidate onSubmit={(event) => void submit(event)}>
          <p>{say(factorTexts.effect)}</p>
          <PasswordField
            id={`${id}-password`}
            label={say(factorTexts.password)}
            autoComplete="current-password"
            value={typed.adminPassword}
            onChange={(adminPassword) => setTyped((now) => ({ ...now, adminPassword }))}
            problem={problems.adminPassword}
          />
          {secondFactor && (
            <PasswordField
              id={`${id}-code`}
              label={say(factorTexts.code)}
              autoComplete="one-time-code"
              value={typed.code}
              onChange={(code) => setTyped((now) => ({ ...now, code }))}
              problem={problems.code}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}
