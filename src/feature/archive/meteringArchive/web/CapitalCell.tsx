import type { CellProps } from '#web/resource/kindWeb.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { formatFull } from '#domain/figure/number.ts';

/** An amount that is kept as text, as the regulator takes it: a plain number is shown with its separators. */
export function CapitalCell({ value }: CellProps) {
  if (value == null || value === '') return <Missing />;
  const text = String(value);
  return <span title={text}>{/^\d+(\.\d+)?$/.test(text) ? formatFull(Number(text)) : text}</span>;
}
