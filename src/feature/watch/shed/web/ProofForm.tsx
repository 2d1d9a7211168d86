import { Suspense, type ReactNode, useState } from 'react';
import { PasswordLine } from '#feature/watch/control/web/public.ts';
import { Button } from '#web/ui/Button.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { Proof } from './calls.ts';
import styles from './Shed.module.css';

interface ProofFormProps {
  /** The password was given lately and is not asked for. */
  readonly proven: boolean;
  readonly ok: string;
  readonly onOk: (proof: Proof) => Promise<void>;
  /** A second button. */
  readonly other?: { readonly text: string; readonly act: (proof: Proof) => Promise<void> };
  readonly children?: ReactNode;
}

/** The own password where it is due, and the buttons that need it. */
export function ProofForm({ proven, ok, onOk, other, children }: ProofFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, run] = useOneAtATime();
  const ready = proven || password !== '';
  const act = (what: (proof: Proof) => Promise<void>): void => {
    if (!ready) return;
    const proof = proven ? {} : { password, ...(code === '' ? {} : { code }) };
    void run(() => what(proof)).catch(() => {});
  };
  return (
    <>
      {children}
      {!proven && (
        <Suspense fallback={null}>
          <PasswordLine
            password={password}
            code={code}
            onPassword={setPassword}
            onCode={setCode}
            onEnter={() => act(onOk)}
          />
        </Suspense>
      )}
      <div className={styles.buttons}>
        {other && (
          <Button disabled={busy || !ready} onClick={() => act(other.act)}>
            {other.text}
          </Button>
        )}
        <Button kind="primary" disabled={busy || !ready} onClick={() => act(onOk)}>
          {ok}
        </Button>
      </div>
    </>
  );
}
