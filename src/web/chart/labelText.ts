/** Estimated width of a text at 12 px: Chinese characters are twice as wide as Latin letters. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12.5 : 6.3), 0);

/** A text that is cut to a width, px, with an ellipsis where something is left out. */
export function cutText(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && textWidth(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A text in lines of a width, px, between words, or anywhere in Chinese; the last of `most` lines is cut. */
export function wrapText(text: string, room: number, most: number): string[] {
  const words = text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && textWidth((line + word).trimEnd()) > room && lines.length < most - 1) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
  }
  return [...lines, line.trimEnd()].map((one) => cutText(one, room));
}
