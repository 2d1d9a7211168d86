import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;

/**
 * A text being typed: `commit` hears it at Enter, when the field is left, and after a pause in typing. A text set
 * from outside (address, a cleared filter) replaces what was typed; the committed text itself, as it comes back, does not.
 * @param comesBackAs what a committed text comes back as; undefined where it changes nothing
 */
export function useDraft(
  value: string,
  commit: (text: string) => void,
  comesBackAs: (text: string) => string | undefined = (text) => text,
) {
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const known = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    sent.current = value;
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (text: string): void => {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    known.current = comesBackAs(text) ?? known.current;
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
