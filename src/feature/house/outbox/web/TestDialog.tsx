import { Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { CHANNELS } from '../contract.ts';
import type { Channel } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import type { texts } from './texts.ts';

/** Sends a test to see whether a way out works. */
export function TestDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts<typeof texts>('outbox');
  const say = useText();
  const id = useId();
  const [channel, setChannel] = useState<Channel>('mail');
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    try {
      await post('sys/outbox/sendTest', { channel, to }, { quiet: true });
      notify('success', t('filed'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['outbox'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Dialog
      title={t('test')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={to.trim() === ''}>
            {t('send')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={kit.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Segmented
          label={t('channel')}
          value={channel}
          options={(Object.keys(CHANNELS) as Channel[]).map((value) => ({
            value,
            text: say(CHANNELS[value]),
          }))}
          onChange={setChannel}
        />
        <label className={`${kit.stackTight} ${kit.quiet}`}>
          {t('testTo')}
          <Input
            value={to}
            maxLength={200}
            aria-invalid={problem !== null}
            {...(problem ? { status: 'error' as const } : {})}
            onChange={(event) => {
              setTo(event.target.value);
              setProblem(null);
            }}
          />
        </label>
        {problem && (
          <p className={kit.fault} role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
