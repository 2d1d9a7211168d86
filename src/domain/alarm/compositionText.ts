import { type CompositionTree, isGroup, type RulePart } from '#contract/composition.ts';
import type { Text } from '#contract/text.ts';

/** A composition in words: `Overload and (Low factor or at least 2 of IA, IB, IC)`. */
export function compositionText(whole: CompositionTree, nameOf: (part: RulePart) => Text): Text {
  const said = whole.parts.map((part): Text => {
    if (!isGroup(part)) return nameOf(part);
    const text = compositionText(part, nameOf);
    return part.parts.length > 1 ? { zh: `（${text.zh}）`, en: `(${text.en})` } : text;
  });
  const join = (zh: string, en: string): Text => ({
    zh: said.map((one) => one.zh).join(zh),
    en: said.map((one) => one.en).join(en),
  });
  if (whole.kind === 'and') return join(' 且 ', ' and ');
  if (whole.kind === 'or') return join(' 或 ', ' or ');
  const { zh, en } = join('、', ', ');
  return { zh: `${zh}中至少 ${whole.need ?? 1} 项`, en: `at least ${whole.need ?? 1} of ${en}` };
}
