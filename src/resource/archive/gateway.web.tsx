import { useEffect, useRef, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { titleOf } from '#web/resource/target.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { TokenBox } from '#web/resource/TokenBox.tsx';

const texts = {
  title: { zh: '网关令牌', en: 'Gateway token' },
  rotate: { zh: '更换令牌', en: 'Issue a new token' },
  effect: {
    zh: '旧令牌立即失效，使用它的连接会被断开。新令牌只显示一次。',
    en: 'The old token stops working at once and its connection is cut. The new one is shown only once.',
  },
  once: {
    zh: '请现在复制：令牌只显示这一次，平台只保存它的摘要。',
    en: 'Copy it now: the token is shown only this once, the platform keeps a hash of it alone.',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  done: { zh: '已保存好', en: 'I have kept it' },
  retry: { zh: '重试', en: 'Try again' },
  revoke: { zh: '吊销令牌', en: 'Revoke the token' },
  revokeEffect: {
    zh: '令牌立即失效，连接会被断开，数据不再接收，直到更换令牌。已收到的数据不受影响。',
    en: 'The token stops working at once, its connection is cut and nothing more is taken until a new token is issued. What was received stays.',
  },
  revoked: { zh: '已吊销', en: 'Revoked' },
};

const rotate = (id: number) =>
  post<{ token: string }>('archive/gateway/rotateToken', { id }, { quiet: true });

/** Issues a token and shows it once; asks before it voids an old one. */
function TokenDialog({ resource, row, onClose, ask }: ActionProps & { readonly ask: boolean }) {
  const say = useText();
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = useRef(false);
  const issue = async (): Promise<void> => {
    setProblem(null);
    try {
      setToken((await rotate(row.id)).token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  useEffect(() => {
    if (ask || begun.current) return;
    begun.current = true;
    void issue();
  });
  const foot = token ? (
    <Button kind="primary" onClick={onClose}>
      {say(texts.done)}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{say(texts.cancel)}</Button>
      {(ask || problem) && (
        <Button kind={ask ? 'danger' : 'primary'} onClick={() => void issue()}>
          {say(problem ? texts.retry : texts.rotate)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={`${say(texts.title)} · ${titleOf(resource, row)}`}
      onClose={token ? () => {} : onClose}
      width={520}
      foot={foot}
    >
      {problem && <p role="alert">{problem}</p>}
      {token ? (
        <TokenBox token={token} label={say(texts.title)} note={say(texts.once)} />
      ) : ask ? (
        <p>{say(texts.effect)}</p>
      ) : (
        !problem && <LoadingState height={72} />
      )}
    </Dialog>
  );
}

/** Voids every token of a gateway, after the effect was told. */
function RevokeDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const [busy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('archive/gateway/revokeToken', { id: row.id });
      await rowsChanged();
      notify('success', say(texts.revoked));
      onClose();
    } catch {
      // The call has told what failed.
      setBusy(false);
    }
  };
  return (
    <Dialog
      alert
      title={`${say(texts.revoke)} · ${titleOf(resource, row)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say(texts.cancel)}</Button>
          <Button kind="danger" disabled={busy} onClick={() => void revoke()}>
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
      Dialog: (props) => <TokenDialog {...props} ask />,
    },
    { key: 'revokeToken', label: texts.revoke, permission: 'edit', Dialog: RevokeDialog },
  ],
  AfterAdd: (props) => <TokenDialog {...props} ask={false} />,
};
