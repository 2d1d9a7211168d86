import { useSyncExternalStore, type ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** What a confirmation says; a dangerous act shows its effect in `text` first. */
export interface ConfirmQuestion {
  readonly title: string;
  readonly text: ReactNode;
  readonly okText?: string;
  readonly danger?: boolean;
}

interface Open extends ConfirmQuestion {
  readonly answer: (yes: boolean) => void;
}

let open: Open | null = null;
const listeners = new Set<() => void>();

function show(next: Open | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks once; resolves true for OK, false for cancel, Esc or a click outside. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (yes) => {
        show(null);
        resolve(yes);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws the open confirmation; stands once in the root. Enter at once does what is asked unless it is dangerous. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => open);
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  if (!question) return null;
  return (
    <Dialog
      alert
      title={question.title}
      onClose={() => question.answer(false)}
      foot={
        <>
          <Button data-focus={question.danger || undefined} onClick={() => question.answer(false)}>
            {t('cancel')}
          </Button>
          <Button
            kind={question.danger ? 'danger' : 'primary'}
            data-focus={!question.danger || undefined}
            onClick={() => question.answer(true)}
          >
            {question.okText ?? t('ok')}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  );
}
