import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Text } from '#contract/text.ts';
import { get } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Where lists of the enterprise in view count a flow twice: a button that tells which, and how much it is. */
export function TwiceButton() {
  const t = useTexts<typeof import('./texts.ts').texts>('countedTwice');
  const say = useText();
  const [open, setOpen] = useState(false);
  const consumerId = useConsumer().consumer?.orgId ?? null;
  // A list that changes asks again: its page invalidates what begins with its name.
  const { data = [] } = useQuery({
    queryKey: ['archive', 'orgAmmeter', 'twice', consumerId],
    queryFn: ({ signal }) =>
      get<readonly Text[]>('archive/orgAmmeter/getTwice', { consumerId }, { quiet: true, signal }),
    enabled: consumerId !== null,
  });
  if (data.length === 0) return null;
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('button', { n: data.length })}
      </Button>
      {open && (
        <Dialog
          title={t('title')}
          width={560}
          onClose={() => setOpen(false)}
          foot={<Button onClick={() => setOpen(false)}>{t('close')}</Button>}
        >
          {data.map((one) => (
            <p key={one.en}>{say(one)}</p>
          ))}
          <p>{t('how')}</p>
        </Dialog>
      )}
    </>
  );
}
