import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { get, post } from '#web/api.ts';
import type { CellProps, InputProps } from '#web/resource/kindWeb.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import {
  beginAccount,
  factorTexts,
  InviteDialog,
  inviteTexts,
  MaySee,
  PasswordDialog,
  passwordTexts,
  ResetFactorDialog,
  RoleChoice,
  RolesReady,
} from '#feature/settings/account/web/slots.ts';
import { titleOf } from '#web/resource/target.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { MISSING } from '#domain/figure/number.ts';
import { deviceTime } from '#web/session/zone.ts';

const texts = {
  cancel: { zh: '取消', en: 'Cancel' },
  thenPassword: { zh: '保存后设置密码', en: 'Then set the password' },
  unlock: { zh: '解锁', en: 'Unlock' },
  lockedUntil: { zh: '因多次输错密码锁定至', en: 'Locked by wrong passwords until' },
  notLocked: { zh: '该账号没有被锁定。', en: 'The account is not locked.' },
  unlocked: { zh: '已解锁', en: 'Unlocked' },
  close: { zh: '关闭', en: 'Close' },
  rights: { zh: '查看权限', en: 'What it may do' },
};

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
      {state.data && <p>{until ? `${say(texts.lockedUntil)} ${deviceTime(until)}` : say(texts.notLocked)}</p>}
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
  inputs: { roleIdList: RoleChoice, orgLimitList: MaySee, empClassifyId: Classification },
  follow: beginAccount,
  toolbar: RolesReady,
  operatorsOnly: ['accountType', 'consumerIdList'],
  cells: { empClassifyId: ClassificationCell },
  actions: [
    { key: 'invite', label: inviteTexts.action, permission: 'add', Dialog: InviteDialog },
    { key: 'password', label: passwordTexts.action, permission: 'edit', Dialog: PasswordDialog },
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
  AfterAdd: InviteDialog,
  followUp: { label: texts.thenPassword, Dialog: PasswordDialog },
};
