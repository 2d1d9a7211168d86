import { lazy, Suspense } from 'react';
import type { CellProps, FilterProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { textFilters } from '#web/resource/filterText.ts';
import { TypedFilter } from '#web/resource/TypedFilter.tsx';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { wordsOf } from './contract.ts';

export const column: KindColumn = { align: 'start', width: 160, inline: false };

const Editor = lazy(() => import('#web/richText/RichTextEditor.tsx'));

/** Letters of a text that a cell shows. */
const SHOWN = 80;

export function Cell({ value }: CellProps) {
  const words = wordsOf(String(value));
  return (
    <span title={words.slice(0, 400)}>{words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words}</span>
  );
}

export function Input(props: InputProps) {
  return (
    <Suspense fallback={<LoadingState height={180} />}>
      <Editor {...props} />
    </Suspense>
  );
}

export function Filter(props: FilterProps) {
  const t = useResourceTexts();
  return <TypedFilter {...props} read={textFilters} hint={t('textFilterHint')} />;
}
