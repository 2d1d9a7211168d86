import { useState } from 'react';
import { post } from '#web/api.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { titleOf } from '#web/resource/target.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { TokenDialog } from '#web/resource/TokenDialog.tsx';

const texts = {
  title: { zh: '网关令牌', en: 'Gateway token' },
  rotate: { zh: '更换令牌', en: 'Issue a new token' },
  effect: {
    zh: '旧令牌立即失效，使用它的连接会被断开。新令牌只显示一次。',
    en: 'The old token stops working at once and its connection is cut. The new one is shown only once.',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  revoke: { zh: '吊销令牌', en: 'Revoke the token' },
  revokeEffect: {
    zh: '令牌立即失效，连接会被断开，数据不再接收，直到更换令牌。已收到的数据不受影响。',
    en: 'The token stops working at once, its connection is cut and nothing more is taken until a new token is issued. What was received stays.',
  },
  revoked: { zh: '已吊销', en: 'Revoked' },
};

const rotate = (id: number) =>
  post<{ token: string }>('archive/gateway/rotateToken', { id }, { quiet: true });

const tokenTexts = { title: texts.title, rotate: texts.rotate, effect: texts.effect };

/** Issues a token of the gateway; asks before it voids an old one. */
const Issue = (props: ActionProps & { readonly ask: boolean }) => (
  <TokenDialog {...props} texts={tokenTexts} issue={() => rotate(props.row.id)} />
);

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
      Dialog: (props) => <Issue {...props} ask />,
    },
    { key: 'revokeToken', label: texts.revoke, permission: 'edit', Dialog: RevokeDialog },
  ],
  AfterAdd: (props) => <Issue {...props} ask={false} />,
};
