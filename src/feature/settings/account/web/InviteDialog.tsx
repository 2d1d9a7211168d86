import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OUTBOX_STATES, type OutboxState } from '#feature/house/outbox/contract.ts';
import { ApiError, get, post } from '#web/api.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { TokenBox } from '#web/resource/TokenBox.tsx';
import { deviceTime } from '#web/session/zone.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { INVITATION_DAYS } from '../contract.ts';
import type { InvitationState, Invited } from '../contract.ts';
import { PasswordDialog, passwordTexts } from './PasswordDialog.tsx';

export const inviteTexts = {
  action: { zh: '邀请', en: 'Invite' },
  lead: {
    zh: `本人凭一次性链接自己设置密码，您不会知道它。链接 ${INVITATION_DAYS} 天内有效，只能使用一次。`,
    en: `Its holder chooses the password by a link, and nobody else knows it. The link works once, for ${INVITATION_DAYS} days.`,
  },
  settled: {
    zh: '该账号已有密码，或使用单点登录，无需邀请。',
    en: 'The account has a password, or comes by single sign-on: no invitation is needed.',
  },
  noMail: {
    zh: '系统未配置邮件：链接只在这里显示一次，请您自行转交本人。',
    en: 'Mail is not set up: the link is shown here once, for you to hand over.',
  },
  noAddress: {
    zh: '该账号没有填写邮箱：链接只在这里显示一次，请您自行转交本人。',
    en: 'The account has no e-mail: the link is shown here once, for you to hand over.',
  },
  send: { zh: '发送到', en: 'Send to' },
  show: { zh: '显示一次性链接', en: 'Show a link once' },
  instead: { zh: '改为设置密码', en: 'Set a password instead' },
  later: { zh: '以后再说', en: 'Later' },
  close: { zh: '关闭', en: 'Close' },
  done: { zh: '已转交', en: 'I have it' },
  link: { zh: '邀请链接', en: 'Link of the invitation' },
  once: {
    zh: '请现在复制并只交给本人：链接只显示这一次，谁先打开它，谁就能设置密码。',
    en: 'Copy it now and give it to its person alone: it is shown only this once, and whoever opens it first chooses the password.',
  },
  sent: { zh: '邀请邮件已提交发送', en: 'The letter of invitation is on its way' },
  open: { zh: '已有邀请，有效至', en: 'Invited already, good until' },
  replaces: { zh: '重新邀请后，之前的链接失效。', en: 'Another invitation ends the one before.' },
  withdraw: { zh: '撤回', en: 'Withdraw' },
  withdrawn: { zh: '邀请已撤回', en: 'The invitation is withdrawn' },
  shown: { zh: '链接', en: 'by link' },
};
const texts = inviteTexts;

const linkOf = (token: string): string =>
  `${location.origin}${location.pathname}#/invitation?token=${encodeURIComponent(token)}`;

/** How the holder of an account comes in: by a letter, by a link that is shown once, or by a password set here. */
export function InviteDialog(props: ActionProps) {
  const { resource, row, onClose } = props;
  const say = useText();
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [password, setPassword] = useState(false);
  const state = useQuery({
    queryKey: ['sys', 'account', 'invitation', row.id],
    queryFn: () => get<InvitationState>('sys/account/getInvitation', { userId: row.id }, { quiet: true }),
    staleTime: 0,
  });
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setProblem(null);
    await act().catch((error: unknown) =>
      setProblem(error instanceof ApiError ? error.message : String(error)),
    );
  };
  const invite = (way: 'mail' | 'link'): Promise<void> =>
    attempt(async () => {
      const invited = await post<Invited>('sys/account/invite', { userId: row.id, way }, { quiet: true });
      if (invited.token !== null) return setToken(invited.token);
      notify('success', say(texts.sent), NOTICE_MS);
      onClose();
    });
  const withdraw = (): Promise<void> =>
    attempt(async () => {
      await post('sys/account/withdrawInvitation', { userId: row.id }, { quiet: true });
      notify('success', say(texts.withdrawn), NOTICE_MS);
      await state.refetch();
    });
  if (password) return <PasswordDialog {...props} />;
  const title = `${say(texts.action)} · ${titleOf(resource, row)}`;
  if (token !== null)
    return (
      <Dialog
        title={title}
        width={560}
        onClose={() => {}}
        foot={
          <Button kind="primary" onClick={onClose}>
            {say(texts.done)}
          </Button>
        }
      >
        <TokenBox token={linkOf(token)} label={say(texts.link)} note={say(texts.once)} />
      </Dialog>
    );
  const { data } = state;
  const mailed = data?.mail === true && data.email !== null;
  return (
    <Dialog
      title={title}
      width={560}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(data?.settled ? texts.close : texts.later)}</Button>
          <Button onClick={() => setPassword(true)}>
            {say(data?.settled ? passwordTexts.action : texts.instead)}
          </Button>
          {data && !data.settled && (
            <Button kind={mailed ? 'default' : 'primary'} onClick={() => void invite('link')}>
              {say(texts.show)}
            </Button>
          )}
          {data && !data.settled && mailed && (
            <Button kind="primary" onClick={() => void invite('mail')}>
              {say(texts.send)} {data.email}
            </Button>
          )}
        </>
      }
    >
      {(problem ?? state.error?.message) && <p role="alert">{problem ?? state.error?.message}</p>}
      {!data && !state.isError && <LoadingState height={72} />}
      {data && <p>{say(data.settled ? texts.settled : texts.lead)}</p>}
      {data && !data.settled && !mailed && <p>{say(data.mail ? texts.noAddress : texts.noMail)}</p>}
      {data?.open && !data.settled && <Open open={data.open} onWithdraw={() => void withdraw()} />}
    </Dialog>
  );
}

/** The invitation that is open already. */
function Open({ open, onWithdraw }: { open: NonNullable<InvitationState['open']>; onWithdraw: () => void }) {
  const say = useText();
  const state = open.mailState as OutboxState | null;
  const how = open.sentTo ?? say(texts.shown);
  return (
    <p>
      {say(texts.open)} {deviceTime(open.endsAt)} · {how}
      {state !== null && ` (${say(OUTBOX_STATES[state])})`} · {open.byName}{' '}
      <Button kind="link" onClick={onWithdraw}>
        {say(texts.withdraw)}
      </Button>
      <br />
      {say(texts.replaces)}
    </p>
  );
}
