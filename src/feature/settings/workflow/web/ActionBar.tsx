import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import { ApiError } from '#web/api.ts';
import { REQUEST_ACTIONS } from '#contract/workflow.ts';
import type { RequestAction } from '#contract/workflow.ts';
import type { RequestDetail } from '../contract.ts';
import { ActionDialog, type DialogAction } from './ActionDialog.tsx';
import { actOn } from './calls.ts';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import styles from './Workflow.module.css';

const ORDER: readonly RequestAction[] = [
  'stop',
  'callback',
  'turn',
  'disagree',
  'agree',
  'agreeWithParams',
  'apply',
  'reapply',
];
const FIRST: readonly RequestAction[] = ['agree', 'agreeWithParams', 'apply', 'reapply'];
/** Asked about once, without words of one's own. */
const CONFIRMED = {
  stop: ['stopTitle', 'stopEffect'],
  callback: ['callbackTitle', 'callbackEffect'],
} as const;

/** The actions that are allowed now, and no other. */
export function ActionBar({ detail }: { readonly detail: RequestDetail }) {
  const t = useWorkflowTexts();
  const say = useText();
  const navigate = useNavigate();
  const [open, setOpen] = useState<DialogAction | null>(null);
  const run = async (verb: string, done: () => Promise<void> = async () => {}): Promise<void> => {
    try {
      await actOn(verb, { id: detail.id, version: detail.version });
      notify('success', t('acted'));
      await done();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notifyError(error.message);
    }
  };
  const press = async (action: RequestAction): Promise<void> => {
    if (action === 'stop' || action === 'callback') {
      const [title, text] = CONFIRMED[action];
      const danger = action === 'stop';
      if (await confirm({ title: t(title), text: t(text), okText: say(REQUEST_ACTIONS[action]), danger }))
        await run(action);
    } else if (action !== 'read') setOpen(action);
  };
  const delDraft = async (): Promise<void> => {
    const question = { title: t('delDraft'), text: t('delDraftEffect'), okText: t('del'), danger: true };
    if (await confirm(question))
      await run('delDraft', () =>
        navigate({ to: '/SDNSysAdmin/SDNWorkflowRequest', search: { view: 'mine' } as never }),
      );
  };
  // Where there is nothing to fill in, the two ways to agree are one.
  const offered = ORDER.filter(
    (action) =>
      detail.actions.includes(action) &&
      !(action === 'agreeWithParams' && detail.fields.length === 0) &&
      !(action === 'agree' && detail.fields.length > 0),
  );
  return (
    <span className={styles.buttons}>
      {detail.state === '0' && detail.actions.includes('apply') && (
        <Button onClick={() => void delDraft()}>{t('delDraft')}</Button>
      )}
      {offered.map((action) => (
        <Button
          key={action}
          kind={FIRST.includes(action) ? 'primary' : 'default'}
          onClick={() => void press(action)}
        >
          {say(REQUEST_ACTIONS[action])}
        </Button>
      ))}
      {open && <ActionDialog action={open} detail={detail} onClose={() => setOpen(null)} />}
    </span>
  );
}
