import { sizeText } from '#web/text/sizeText.ts';
import type { CellProps } from '#web/resource/kindWeb.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { typeWord } from '../domain/typeWord.ts';

const SizeCell = ({ value }: CellProps) =>
  value == null ? <Missing /> : <span>{sizeText(Number(value))}</span>;

const TypeCell = ({ value }: CellProps) =>
  value == null ? <Missing /> : <span title={String(value)}>{typeWord(String(value))}</span>;

/** The size and the type of a file as people say them. */
export const fileCells = { size: SizeCell, mimeType: TypeCell };
