import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { passwordProblem } from '#contract/password.ts';
import { ApiError, get, post } from '#web/api.ts';
import type { CellProps, InputProps } from '#web/resource/kindWeb.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import { PasswordField } from '#web/resource/PasswordField.tsx';
import { factorTexts, ResetFactorDialog } from '#feature/account/web/ResetFactorDialog.tsx';
import { titleOf } from '#web/resource/target.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { MISSING } from '#domain/figure/number.ts';

const texts = {
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
  thenPassword: { zh: '保存后设置密码', en: 'Then set the password' },
  unlock: { zh: '解锁', en: 'Unlock' },
  lockedUntil: { zh: '因多次输错密码锁定至', en: 'Locked by wrong passwords until' },
  notLocked: { zh: '该账号没有被锁定。', en: 'The account is not locked.' },
  unlocked: { zh: '已解锁', en: 'Unlocked' },
  close: { zh: '关闭', en: 'Close' },
  rights: { zh: '查看权限', en: 'What it may do' },
};

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
function PasswordDialog({ resource, row, onClose }: ActionProps) {
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

/** Ends the wait after too many wrong passwords. */
function UnlockDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const state = useQuery({
    queryKey: ['sys', 'orgEmployee', 'lock', row.id],
    queryFn: () =>
      get<{ lockedUntil: string | null }>(
        'sys/orgEmployee/getLockState',
        { userId: row.id },
        { quiet: true },
      ),
    staleTime: 0,
  });
  const until = state.data?.lockedUntil;
  const unlock = async (): Promise<void> => {
    await post('sys/orgEmployee/unlock', { userId: row.id });
    notify('success', say(texts.unlocked), NOTICE_MS);
    onClose();
  };
  return (
    <Dialog
      title={`${say(texts.unlock)} · ${titleOf(resource, row)}`}
      onClose={onClose}
      foot={
        until ? (
          <>
            <Button onClick={onClose}>{say(texts.cancel)}</Button>
            <Button kind="primary" onClick={() => void unlock().catch(() => undefined)}>
              {say(texts.unlock)}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{say(texts.close)}</Button>
        )
      }
    >
      {state.isError && <p role="alert">{state.error.message}</p>}
      {state.data && (
        <p>
          {until
            ? `${say(texts.lockedUntil)} ${new Date(until).toLocaleString('sv-SE').slice(0, 16)}`
            : say(texts.notLocked)}
        </p>
      )}
    </Dialog>
  );
}

interface Entry {
  readonly code: string;
  readonly name: string;
}

/** The classifications of people: the entries of one category of the dictionary. */
const useClassifications = () =>
  useQuery({
    queryKey: ['sys', 'dictionary', 'empClassify'],
    queryFn: () =>
      get<readonly Entry[]>('sys/dictionary/getByCategroyCode', { code: 'empClassify' }, { quiet: true }),
    staleTime: 300_000,
  });

function Classification({ id, value, onChange, describedBy, label, inline }: InputProps) {
  const { data = [] } = useClassifications();
  const known = data.map((entry) => ({ value: entry.code, label: entry.name }));
  const own = typeof value === 'string' && value !== '' ? value : undefined;
  const options =
    own === undefined || known.some((one) => one.value === own)
      ? known
      : [{ value: own, label: own }, ...known];
  return (
    <Select
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      size={inline ? 'small' : 'middle'}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      aria-describedby={describedBy}
      options={options}
      {...(own === undefined ? {} : { value: own })}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

function ClassificationCell({ value }: CellProps) {
  const { data = [] } = useClassifications();
  return <>{data.find((entry) => entry.code === value)?.name ?? String(value ?? MISSING)}</>;
}

export const slots: WebSlots = {
  inputs: { empClassifyId: Classification },
  cells: { empClassifyId: ClassificationCell },
  actions: [
    { key: 'password', label: texts.action, permission: 'edit', Dialog: PasswordDialog },
    { key: 'factor', label: factorTexts.action, permission: 'edit', Dialog: ResetFactorDialog },
    { key: 'unlock', label: texts.unlock, permission: 'edit', Dialog: UnlockDialog },
    {
      key: 'rights',
      label: texts.rights,
      permission: 'view',
      run: async (row) => {
        location.hash = `#/SDNSysAdmin/SDNPermission?userId=${row.id}`;
      },
    },
  ],
  // A new account has no password yet.
  AfterAdd: PasswordDialog,
  followUp: { label: texts.thenPassword, Dialog: PasswordDialog },
};
