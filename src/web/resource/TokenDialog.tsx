import { useEffect, useRef, useState } from 'react';
import type { Text } from '#contract/text.ts';
import { ApiError } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { ActionProps } from './slot.ts';
import { titleOf } from './target.ts';
import { TokenBox } from './TokenBox.tsx';

const own = {
  once: {
    zh: '请现在复制：令牌只显示这一次，平台只保存它的摘要。',
    en: 'Copy it now: the token is shown only this once, the platform keeps a hash of it alone.',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  done: { zh: '已保存好', en: 'I have kept it' },
  retry: { zh: '重试', en: 'Try again' },
};

interface TokenDialogProps extends ActionProps {
  /** Tells first what it does to the token before. */
  readonly ask: boolean;
  readonly texts: { readonly title: Text; readonly rotate: Text; readonly effect: Text };
  readonly issue: () => Promise<{ readonly token: string }>;
}

/** Issues a token and shows it once; asks before it voids an old one. */
export function TokenDialog({ resource, row, onClose, ask, texts, issue }: TokenDialogProps) {
  const say = useText();
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = useRef(false);
  const run = async (): Promise<void> => {
    setProblem(null);
    try {
      setToken((await issue()).token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  useEffect(() => {
    if (ask || begun.current) return;
    begun.current = true;
    void run();
  });
  const foot = token ? (
    <Button kind="primary" onClick={onClose}>
      {say(own.done)}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{say(own.cancel)}</Button>
      {(ask || problem) && (
        <Button kind={ask ? 'danger' : 'primary'} onClick={() => void run()}>
          {say(problem ? own.retry : texts.rotate)}
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
        <TokenBox token={token} label={say(texts.title)} note={say(own.once)} />
      ) : ask ? (
        <p>{say(texts.effect)}</p>
      ) : (
        !problem && <LoadingState height={72} />
      )}
    </Dialog>
  );
}
