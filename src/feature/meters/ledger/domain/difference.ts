import { type Segment, sameDevice, segmentAt } from '#domain/ledger/segment.ts';

/** What of a segment holds at every instant of it. Whose register it is matters where one ends and another begins. */
const factsAt = (life: readonly Segment[], at: number): string => {
  const own = segmentAt(life, at);
  return own ? [own.multiplier, own.correctionFactor, own.registerWidth, own.kind].join('|') : '';
};

/** What happens at an instant where a segment begins or ends: nothing, or its registers and whether the device stays. */
function eventAt(life: readonly Segment[], at: number): string {
  const ended = life.find((segment) => segment.to === at);
  const begun = life.find((segment) => segment.from === at);
  if (!ended && !begun) return '';
  const same = ended !== undefined && begun !== undefined && sameDevice(ended, begun);
  return [ended?.endRegister ?? '', begun?.startRegister ?? '', same].join('|');
}

/**
 * Where two lives (segments in the order of time, ms) differ, from the first to the last instant; null = nowhere that
 * the fold sees. What goes on as it was before and after an event is no part of it: a meter that is replaced today
 * keeps the figures of its years.
 */
export function differenceOf(
  before: readonly Segment[],
  after: readonly Segment[],
): { from: number; to: number } | null {
  const both = [...before, ...after].flatMap(({ from, to }) => [from, to]);
  const edges = [...new Set([-Infinity, ...both, Infinity])].sort((a, b) => a - b);
  const abnormal: number[] = [];
  edges.forEach((edge, i) => {
    if (Number.isFinite(edge) && eventAt(before, edge) !== eventAt(after, edge)) abnormal.push(edge);
    const next = edges[i + 1];
    if (next === undefined) return;
    // The first edge is no instant; the facts of an interval are those of any instant in it.
    const inside = Number.isFinite(edge) ? edge : Number.isFinite(next) ? next - 1 : 0;
    if (factsAt(before, inside) !== factsAt(after, inside)) abnormal.push(edge, next);
  });
  return abnormal.length === 0 ? null : { from: Math.min(...abnormal), to: Math.max(...abnormal) };
}
