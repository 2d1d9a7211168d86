import { useState } from 'react';
import { useSession } from '#web/session/session.ts';
import { useOrderTexts } from './useOrderTexts.ts';
import { notify } from '#web/ui/notice.ts';

/** Several people share a device: nobody reads, or sends, the words of another. */
const keyOf = (userId: number, name: string): string => `workOrder.draft.${userId}.${name}`;

const read = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};

/** Words that outlive a reload and a dead network: kept on the device, for the account, until they were sent. */
export function useDraft(name: string): {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Sends them; what fails for want of a network stays, and is said so. Answers what came back, null = it was not sent. */
  readonly send: <T>(by: () => Promise<T>) => Promise<T | null>;
} {
  const t = useOrderTexts();
  const key = keyOf(useSession().user.userId, name);
  const [text, setText] = useState(() => read(key));
  const change = (next: string): void => {
    setText(next);
    try {
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
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
