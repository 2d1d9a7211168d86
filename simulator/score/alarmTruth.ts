import { RULE, type Sent } from './alarmStory.ts';

/** An alarm as it was: seconds since 1970. */
export interface TrueAlarm {
  readonly raised: number;
  readonly cleared: number | null;
  readonly count: number;
}

/**
 * The alarms of a rule by what was sent, second by second: a hand that watches a needle and a clock. It shares no code with
 * the product.
 */
export function trueAlarms(sent: readonly Sent[], until: number): TrueAlarm[] {
  const bySecond = new Map(sent.map(({ ts, value }) => [Math.round(ts / 1000), value]));
  const found: { raised: number; cleared: number | null; count: number }[] = [];
  let needle: { at: number; value: number } | null = null;
  let [above, back, active] = [0, 0, false];
  for (let s = Math.min(...bySecond.keys()); s <= until / 1000; s++) {
    // The second that has passed, by what the needle showed in it.
    const known = needle !== null && s - needle.at <= RULE.hold;
    if (!known) above = 0;
    else if (needle && needle.value > RULE.limit) above += 1;
    else if (needle && needle.value < RULE.limit - RULE.deadBand) back += 1;
    if (!active && above >= RULE.onDelay) {
      active = true;
      back = 0;
      const last = found.at(-1);
      if (last && last.cleared !== null && s - last.cleared <= RULE.reopen && last.count < RULE.mostRaises) {
        last.cleared = null;
        last.count += 1;
      } else found.push({ raised: s, cleared: null, count: 1 });
    } else if (active && back >= RULE.offDelay) {
      active = false;
      above = 0;
      const last = found.at(-1);
      if (last) last.cleared = s;
    }
    const value = bySecond.get(s);
    if (value === undefined) continue;
    if (!known || value <= RULE.limit || (needle && needle.value <= RULE.limit)) above = 0;
    if (value >= RULE.limit - RULE.deadBand) back = 0;
    needle = { at: s, value };
  }
  return found;
}
