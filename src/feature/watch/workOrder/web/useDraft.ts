import { useState } from 'react';
import { useOrderTexts } from './useOrderTexts.ts';
import { notify } from '#web/ui/notice.ts';

const keyOf = (name: string): string => `workOrder.draft.${name}`;

const read = (name: string): string => {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
};

/** Words that outlive a reload and a dead network: kept on the device until they were sent. */
export function useDraft(name: string): {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Sends them; what fails for want of a network stays, and is said so. Answers what came back, null = it was not sent. */
  readonly send: <T>(by: () => Promise<T>) => Promise<T | null>;
} {
  const t = useOrderTexts();
  const [text, setText] = useState(() => read(name));
  const change = (next: string): void => {
    setText(next);
    try {
      if (next) localStorage.setItem(keyOf(name), next);
      else localStorage.removeItem(keyOf(name));
    } catch {
      // A browser that keeps nothing still sends what stands in the field.
    }
  };
  return {
    text,
    change,
    send: async (by) => {
      try {
        const answer = await by();
        change('');
        return answer;
      } catch {
        if (!navigator.onLine) notify('warning', t('kept'));
        return null;
      }
    },
  };
}
