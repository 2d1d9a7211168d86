import { useId, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** What a confirmation says; a dangerous act shows its effect in `text` first. */
export interface ConfirmQuestion {
  readonly title: string;
  readonly text: ReactNode;
  readonly okText?: string;
  readonly danger?: boolean;
  /** A button that shows what lies behind the question (specification 3 section 2); it can be folded again. */
  readonly detail?: ReactNode;
}

interface Open extends ConfirmQuestion {
  readonly id: number;
  readonly answer: (yes: boolean) => void;
}

let open: Open | null = null;
let asked = 0;
const listeners = new Set<() => void>();

function show(next: Open | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks once; resolves true for OK, false for cancel or Esc. A click outside answers nothing. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  open?.answer(false);
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    show({
      ...question,
      id,
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
  return question && <Question key={question.id} {...question} />;
}

function Question(question: Open) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const [detailed, setDetailed] = useState(false);
  const id = useId();
  return (
    <Dialog
      alert
      title={question.title}
      onClose={() => question.answer(false)}
      foot={
        <>
          {question.detail !== undefined && (
            <Button
              kind="link"
              style={{ marginInlineEnd: 'auto' }}
              aria-expanded={detailed}
              aria-controls={id}
              onClick={() => setDetailed(!detailed)}
            >
              {t('detail')}
            </Button>
          )}
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
      {question.detail !== undefined && (
        <div id={id} hidden={!detailed}>
          {question.detail}
        </div>
      )}
    </Dialog>
  );
}
