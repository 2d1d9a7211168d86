import { momentAt } from '#domain/time/text.ts';

/** An instant on the clock of a zone, its seconds always shown. */
export function secondText(zone: string, at: number): string {
  const text = momentAt(zone, at);
  return text.length > 16 ? text : `${text}:00`;
}
