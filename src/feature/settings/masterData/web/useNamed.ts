import { useMemo } from 'react';
import { useLanguage } from '#web/text/language.ts';

interface Named {
  readonly name: string;
  readonly nameEn: string | null;
}

const NONE: readonly never[] = [];

/** Rows with the name of the language shown; none while they are fetched. */
export function useNamed<R extends Named>(rows: readonly R[] = NONE): readonly R[] {
  const language = useLanguage();
  return useMemo(
    () => (language !== 'zh' ? rows.map((row) => ({ ...row, name: row.nameEn || row.name })) : rows),
    [rows, language],
  );
}
