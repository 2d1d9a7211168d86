import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import { slotsOf } from './slots.ts';

/** Refuses values that would be left out though their sender must think that they count. @throws Fault 400 naming the first */
export function refuseElsewhere(resource: Resource, raw: Readonly<Record<string, unknown>>): void {
  for (const [name, { zh, en }] of Object.entries(slotsOf(resource).elsewhere ?? {}))
    if (Object.hasOwn(raw, name)) throw badInput({ zh: `${name}：${zh}`, en: `${name}: ${en}` }, name);
}
