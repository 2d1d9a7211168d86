import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { remembered } from '#web/session/remember.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import type { SignOnDoor } from '../contract.ts';
import { leaveForProvider } from './door.ts';
import styles from './SignOn.module.css';
import type { texts } from './texts.ts';

/** The button that goes to the identity provider; why it cannot stands under it. */
export function SignOnButton({ name, main }: { readonly name: SignOnDoor['name']; readonly main: boolean }) {
  const t = useTexts<typeof texts>('singleSignOn');
  const say = useText();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const leave = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      // Stays busy: the page is about to go.
      await leaveForProvider(remembered() !== '');
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        kind={main ? 'primary' : 'default'}
        className={styles.button ?? ''}
        disabled={busy}
        onClick={() => void leave()}
      >
        {busy ? t('leaving') : t('with', { name: name ? say(name) : '' })}
      </Button>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
