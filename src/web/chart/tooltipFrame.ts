import type { Ink } from './ink.ts';

/** What every tooltip of a chart has in common: inside the plot, at once, on the raised ground of the skin. */
export const tooltipFrame = (ink: Ink) => ({
  confine: true,
  transitionDuration: 0,
  backgroundColor: ink.token('elevated'),
  borderColor: ink.token('border'),
  borderWidth: 1,
  padding: [6, 10],
  textStyle: { color: ink.token('text'), fontSize: 12 },
});
