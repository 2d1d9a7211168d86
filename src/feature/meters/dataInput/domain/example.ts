import type { Text } from '#contract/text.ts';
import { DAY_SECONDS } from '#domain/time/duration.ts';
import { Zone } from '#domain/time/zone.ts';
import type { Analysis, Mapping } from '../contract.ts';
import { joinStamp, readStamp } from '#domain/cell/date.ts';
import { DATE_SENTENCES, STAMP_SENTENCES } from './sentence.ts';
import { Clock } from './stamp.ts';

/** What becomes of the stamp of one row: a span, an instant, or a reason; ms since 1970. */
export type StampExample =
  | { readonly stamp: string; readonly start: number; readonly end: number }
  | { readonly stamp: string; readonly at: number }
  | { readonly stamp: string; readonly reason: Text };

/** Works the stamp rule out on the first row of a file and on its first midnight; empty where no column is the time. */
export function stampExamples(mapping: Mapping, sample: Analysis['sample']): StampExample[] {
  const place = (role: string) => mapping.columns.find((column) => column.role === role)?.column ?? -1;
  const [stamp, date, time] = [place('stamp'), place('date'), place('time')];
  if (stamp < 0 && date < 0) return [];
  const clock = new Clock(new Zone(mapping.zone), mapping.stamp, mapping.intervalSeconds);
  const examples: StampExample[] = [];
  let midnight = false;
  for (const { cells } of sample) {
    const cell = cells[stamp >= 0 ? stamp : date] ?? '';
    if (cell === '') continue;
    const clockCell = stamp >= 0 ? '' : (cells[time] ?? '');
    const text = [cell, clockCell].join(' ').trim();
    const wall =
      stamp >= 0 ? readStamp(cell, mapping.dateOrder) : joinStamp(cell, clockCell || null, mapping.dateOrder);
    if ('fault' in wall) {
      if (examples.length === 0) return [{ stamp: text, reason: DATE_SENTENCES[wall.fault] }];
      continue;
    }
    const read = mapping.kind === 'interval' ? clock.span(wall) : clock.instant(wall);
    const first = examples.length === 0;
    if (!first && (midnight || wall.second % DAY_SECONDS !== 0)) continue;
    midnight ||= wall.second % DAY_SECONDS === 0;
    examples.push(
      'fault' in read ? { stamp: text, reason: STAMP_SENTENCES[read.fault] } : { stamp: text, ...read },
    );
    if (midnight && examples.length > 1) break;
  }
  return examples;
}
