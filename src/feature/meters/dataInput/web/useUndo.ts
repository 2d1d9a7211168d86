import { useCallback } from 'react';
import { confirm } from '#web/ui/Confirm.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { notify } from '#web/ui/notice.ts';
import { figuresChanged, undoImport } from './calls.ts';
import { useDataInputTexts } from './useDataInputTexts.ts';

/** Undoes an import after one question; resolves true when it was undone. */
export function useUndo(): (id: number, name: string, rows: number) => Promise<boolean> {
  const t = useDataInputTexts();
  return useCallback(
    async (id, name, rows) => {
      const yes = await confirm({
        title: t('undoTitle', { name }),
        text: t('undoText', { n: formatNumber(rows, 0) }),
        okText: t('undo'),
        danger: true,
      });
      if (!yes) return false;
      try {
        await undoImport(id);
      } catch {
        // The refusal was shown by the call.
        return false;
      }
      notify('success', t('undoneNotice'));
      await figuresChanged();
      return true;
    },
    [t],
  );
}
