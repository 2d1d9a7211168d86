import type { Look } from '#contract/scene/binding.ts';
import type { Tone } from '#contract/scene/scene.ts';
import type { SpaceBody } from '#contract/scene/space.ts';
import type { Language } from '#contract/text.ts';
import { ageLine } from '../drawing.ts';
import { labelLines, type Names } from '../label.ts';
import { isShown, lookOf, mapped, readBinding, valueText, type Values } from '../told.ts';

/** How a body is shown: what its values make of it. */
export interface Paint {
  /** Its colour: that of its look, else its own. */
  readonly tone: Tone;
  /** What its ranges say; null = it has none, or nothing is looked at. */
  readonly look: Look | null;
  readonly shown: boolean;
  /** Lines of its label: its name, its values, their age where they are old. */
  readonly lines: readonly string[];
  /** 1 = urgent … 4; 0 = none. */
  readonly alarm: number;
  /** Degrees that its values turn it by, beside its own. */
  readonly turn: number;
  /** Along a pipe: 1 = as it was drawn, −1 = back, 0 = nothing flows. */
  readonly flow: -1 | 0 | 1;
}

/** What is known; null = it is edited. */
export interface SpaceSeen {
  readonly values: Values;
  /** ms */
  readonly now: number;
}

const TONE_OF_LOOK: Readonly<Record<Look, Tone | null>> = {
  normal: null,
  open: null,
  closed: null,
  running: 'normal',
  stopped: 'offline',
  warning: 'warning',
  alarm: 'alarm',
  offline: 'offline',
  unknown: 'quiet',
};
/** Of several looks of a body the gravest counts. */
const GRAVITY: readonly Look[] = [
  'alarm',
  'warning',
  'offline',
  'unknown',
  'stopped',
  'running',
  'open',
  'closed',
  'normal',
];
const USUAL: Readonly<Partial<Record<SpaceBody['type'], Tone>>> = { outline: 'quiet', sign: 'text' };

/** The look that the ranges of a body give it, and the level of its alarm. */
function told(body: SpaceBody, { values, now }: SpaceSeen): { look: Look | null; alarm: number } {
  const ranges = mapped(body, 'range').map((one) => {
    const read = readBinding(one, values, now);
    const look = lookOf(one.map, read);
    const alarm = one.source.kind === 'alarm' ? (read.value ?? 0) : 0;
    return { look, alarm };
  });
  const look = GRAVITY.find((each) => ranges.some((one) => one.look === each)) ?? null;
  const levels = ranges.flatMap(({ alarm }) => (alarm > 0 ? [alarm] : []));
  return { look, alarm: levels.length === 0 ? 0 : Math.min(...levels) };
}

/** What a body looks like by what is known. */
export function paintOf(body: SpaceBody, seen: SpaceSeen | null, names: Names, language: Language): Paint {
  const name = labelLines(body, names);
  const own = body.tone ?? USUAL[body.type] ?? 'line';
  if (!seen) return { tone: own, look: null, shown: true, lines: name, alarm: 0, turn: 0, flow: 0 };
  const { values, now } = seen;
  const { look, alarm } = told(body, seen);
  const reads = mapped(body, 'format').map((one) => {
    const read = readBinding(one, values, now);
    return { text: valueText(one.map, read), age: read.age };
  });
  const age = reads.reduce<number | null>(
    (most, one) => (one.age === null ? most : Math.max(most ?? 0, one.age)),
    null,
  );
  const [turning] = mapped(body, 'rotate');
  const turned = turning ? readBinding(turning, values, now) : null;
  const turn = turning && turned?.age === null ? (turned.value ?? 0) * turning.map.perUnit : 0;
  const [flow] = mapped(body, 'flow');
  const stream = flow ? readBinding(flow, values, now) : null;
  const amount = stream === null || stream.age !== null ? null : stream.value;
  return {
    tone: (look && TONE_OF_LOOK[look]) ?? own,
    look,
    shown: isShown(body, values, now),
    lines: [
      ...name,
      ...reads.map(({ text }) => text),
      ...(age === null ? [] : [`○ ${ageLine(age, language)}`]),
    ],
    alarm,
    turn: turn % 360,
    flow: !flow || amount === null || Math.abs(amount) <= flow.map.least ? 0 : amount > 0 ? 1 : -1,
  };
}
