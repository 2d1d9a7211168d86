import { useEffect, useRef, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { TokenBox } from '#web/resource/TokenBox.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';

const texts = {
  link: { zh: '展示链接', en: 'Link of the board' },
  rotate: { zh: '更换链接', en: 'Issue a new link' },
  revoke: { zh: '作废链接', en: 'Revoke the link' },
  rotateEffect: {
    zh: '旧链接立即失效，正在展示的屏幕会停止更新。新链接只显示一次。',
    en: 'The old link stops working at once and screens that show it stop. The new one is shown only once.',
  },
  revokeEffect: {
    zh: '链接立即失效，正在展示的屏幕会停止更新。之后可再签发新链接。',
    en: 'The link stops working at once and screens that show it stop. A new one can be issued later.',
  },
  once: {
    zh: '请现在复制：链接只显示这一次。持有它的任何人都能看到所选指标与画面，看不到其他任何数据，也不能进行任何控制。',
    en: 'Copy it now: it is shown only this once. Anybody who has it sees the chosen figures and pictures and nothing else; nothing can be switched with it.',
  },
  open: { zh: '打开', en: 'Open' },
  cancel: { zh: '取消', en: 'Cancel' },
  done: { zh: '已保存好', en: 'I have kept it' },
  revoked: { zh: '链接已作废', en: 'The link is revoked' },
};

const addressOf = (token: string): string =>
  `${location.origin}${location.pathname}#/HTDisplay?token=${encodeURIComponent(token)}`;

/** Issues the link of a board and shows it once; asks before it voids an old one. */
function LinkDialog({ resource, row, onClose, ask }: ActionProps & { readonly ask: boolean }) {
  const say = useText();
  const given = row['token'];
  const [token, setToken] = useState<string | null>(typeof given === 'string' ? given : null);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = useRef(false);
  const issue = async (): Promise<void> => {
    setProblem(null);
    try {
      const answer = await post<{ token: string }>(
        'sys/displayBoard/rotateToken',
        { id: row.id },
        { quiet: true },
      );
      setToken(answer.token);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    }
  };
  useEffect(() => {
    if (ask || token !== null || begun.current) return;
    begun.current = true;
    void issue();
  });
  const title = `${say(texts.link)} · ${titleOf(resource, row)}`;
  if (token !== null)
    return (
      <Dialog
        title={title}
        width={560}
        onClose={() => {}}
        foot={
          <>
            <Button onClick={() => window.open(addressOf(token), '_blank', 'noopener')}>
              {say(texts.open)}
            </Button>
            <Button kind="primary" onClick={onClose}>
              {say(texts.done)}
            </Button>
          </>
        }
      >
        <TokenBox token={addressOf(token)} label={say(texts.link)} note={say(texts.once)} />
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(texts.cancel)}</Button>
          {(ask || problem) && (
            <Button kind="danger" onClick={() => void issue()}>
              {say(texts.rotate)}
            </Button>
          )}
        </>
      }
    >
      {problem && <p role="alert">{problem}</p>}
      {ask ? <p>{say(texts.rotateEffect)}</p> : !problem && <LoadingState height={72} />}
    </Dialog>
  );
}

function RevokeDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const revoke = async (): Promise<void> => {
    await post('sys/displayBoard/revokeToken', { id: row.id });
    notify('success', say(texts.revoked), NOTICE_MS);
    onClose();
  };
  return (
    <Dialog
      title={`${say(texts.revoke)} · ${titleOf(resource, row)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(texts.cancel)}</Button>
          <Button kind="danger" onClick={() => void revoke().catch(() => undefined)}>
            {say(texts.revoke)}
          </Button>
        </>
      }
    >
      <p>{say(texts.revokeEffect)}</p>
    </Dialog>
  );
}

export const slots: WebSlots = {
  actions: [
    {
      key: 'rotateToken',
      label: texts.rotate,
      permission: 'edit',
      Dialog: (props) => <LinkDialog {...props} ask />,
    },
    { key: 'revokeToken', label: texts.revoke, permission: 'edit', Dialog: RevokeDialog },
  ],
  AfterAdd: (props) => <LinkDialog {...props} ask={false} />,
};
