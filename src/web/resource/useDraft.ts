import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;

/**
 * A text being typed: `commit` hears it at Enter, when the field is left, and after a pause in typing. A text set
 * from outside (address, a cleared filter) replaces what was typed.
 */
export function useDraft(value: string, commit: (text: string) => void) {
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (text: string): void => {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    commit(text);
  };
  return {
    draft,
    change: (text: string) => {
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(text), PAUSE_MS);
    },
    flush: () => send(draft),
  };
}
