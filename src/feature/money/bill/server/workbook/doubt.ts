import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import type { BillView } from '../../contract.ts';
import { partText } from '../lineText.ts';
import { sheetOf, type Value } from '#server/sheet/factSheet.ts';
import type { SheetWords } from '#server/sheet/words.ts';

/** Which lines rest on incomplete data, why, where and what to do; a row an interval. */
export function doubtSheet(
  { rows, doubtfulLines }: BillView,
  { say, word, text: column, clock }: SheetWords,
): WorkbookSheet {
  const items = new Map(rows.map(({ key, item }) => [key, say(item.zh, item.en)]));
  return sheetOf(
    say('存疑项目', 'In doubt'),
    [],
    [
      column('项目', 'Items'),
      column('原因', 'Why'),
      column('表计', 'Meter'),
      column('开始', 'From'),
      column('结束', 'To'),
      column('处理', 'What to do'),
    ],
    doubtfulLines.flatMap(({ part, lines, text, remedy, spans, more }) => {
      const named = lines.map((key) => items.get(key) ?? key).join(say('、', ', ')) || word(partText(part));
      const reported = spans.map(({ from, to, ammeterName }): Value[] => [
        named,
        say(text.zh, text.en),
        ammeterName,
        clock(from),
        clock(to),
        say(remedy.zh, remedy.en),
      ]);
      if (spans.length === 0)
        reported.push([named, say(text.zh, text.en), null, null, null, say(remedy.zh, remedy.en)]);
      return more > 0 ? [...reported, [named, say(`另有 ${more} 段`, `and ${more} more intervals`), null, null, null, null]] : reported; // prettier-ignore
    }),
  );
}
