import { type Binding, sourceKey } from '#contract/scene/binding.ts';

/** The power of a meter. */
export const item = (ammeterId: number): Binding => ({
  source: { kind: 'item', ammeterId, dataCode: 'PZ' },
  map: { kind: 'format', decimals: 0, unit: null },
});
/** Its share of the rated power, as a number and as a look. */
export const share = (ammeterId: number): Binding[] => [
  { source: { kind: 'figure', ammeterId, figure: 'loadShare' }, map: { kind: 'format', decimals: 0, unit: null } },
  {
    source: { kind: 'figure', ammeterId, figure: 'loadShare' },
    map: {
      kind: 'range',
      ranges: [
        { from: 100, to: null, look: 'alarm' },
        { from: 90, to: 100, look: 'warning' },
        { from: null, to: 90, look: 'normal' },
      ],
    },
  },
]; // prettier-ignore
/** The level of its alarms. */
export const alarm = (ammeterId: number): Binding => ({
  source: { kind: 'alarm', ammeterId },
  map: {
    kind: 'range',
    ranges: [
      { from: 1, to: 2, look: 'alarm' },
      { from: 3, to: 4, look: 'warning' },
      { from: 0, to: 0, look: 'normal' },
    ],
  },
});
/** The position of a switch: 1 = closed. */
export const position = (signalPointId: number): Binding => ({
  source: { kind: 'signal', signalPointId },
  map: {
    kind: 'range',
    ranges: [
      { from: 1, to: 1, look: 'closed' },
      { from: 0, to: 0, look: 'open' },
    ],
  },
});

/** A binding as a text: equal ones have the same, however their keys stand. */
function textOf({ source, map, staleSeconds }: Binding): string {
  const ranges = map.kind === 'range' ? map.ranges.map(({ from, to, look }) => [from, to, look]) : [];
  const format = map.kind === 'format' ? [map.decimals, map.unit] : [];
  return JSON.stringify([sourceKey(source), map.kind, ranges, format, staleSeconds ?? null]);
}

/** Whether a drawing of a meter may have written these bindings; whatever else is there a person set. */
export function isDrawn(bindings: readonly Binding[], ammeterId: number): boolean {
  const own = new Set([item(ammeterId), ...share(ammeterId), alarm(ammeterId)].map(textOf));
  return bindings.every((one) => {
    const { source } = one;
    const drawn = source.kind === 'signal' ? textOf(position(source.signalPointId)) : null;
    return own.has(textOf(one)) || textOf(one) === drawn;
  });
}
