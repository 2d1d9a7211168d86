import { useEffect, useState } from 'react';
import { OCPP_PATH } from '#feature/assets/chargePile/contract.ts';
import { post } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { TokenDialog } from '#web/resource/TokenDialog.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';

const texts = {
  title: { zh: '充电桩密钥', en: 'Key of the charger' },
  rotate: { zh: '签发密钥', en: 'Issue a key' },
  effect: {
    zh: `旧密钥立即失效，桩的连接会被断开。桩以 OCPP 1.6J 连接本平台的 ${OCPP_PATH}身份，用户名为身份，密码为密钥。新密钥只显示一次。`,
    en: `The key before stops working at once and the connection is cut. The charger connects by OCPP 1.6J to ${OCPP_PATH}identity of this platform, with its identity as user name and the key as password. The new key is shown only once.`,
  },
  cancel: { zh: '取消', en: 'Cancel' },
  revoke: { zh: '吊销密钥', en: 'Revoke the key' },
  revokeEffect: {
    zh: '密钥立即失效，连接会被断开，直到签发新密钥。已收到的充电记录不受影响。',
    en: 'The key stops working at once and the connection is cut until a new one is issued. Sessions that were received stay.',
  },
  revoked: { zh: '已吊销', en: 'Revoked' },
};

const issue = async (id: number): Promise<{ token: string }> => {
  const { key } = await post<{ key: string }>('archive/chargePile/issueKey', { id }, { quiet: true });
  return { token: key };
};

const tokenTexts = { title: texts.title, rotate: texts.rotate, effect: texts.effect };

const Issue = (props: ActionProps & { readonly ask: boolean }) => (
  <TokenDialog {...props} texts={tokenTexts} issue={() => issue(props.row.id)} />
);

/** The key of a charger that was added with its identity; one without cannot connect yet. */
function IssueFirst(props: ActionProps) {
  const { row, onClose } = props;
  const named = typeof row['ocppIdentity'] === 'string' && row['ocppIdentity'] !== '';
  useEffect(() => {
    if (!named) onClose();
  }, [named, onClose]);
  return named ? <Issue {...props} ask={false} /> : null;
}

/** Voids the key of a charger, after the effect was told. */
function RevokeDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const [busy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('archive/chargePile/revokeKey', { id: row.id });
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
    { key: 'issueKey', label: texts.rotate, permission: 'edit', Dialog: (props) => <Issue {...props} ask /> },
    { key: 'revokeKey', label: texts.revoke, permission: 'edit', Dialog: RevokeDialog },
  ],
  AfterAdd: IssueFirst,
};
