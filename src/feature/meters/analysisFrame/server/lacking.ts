import type { Text } from '#contract/text.ts';
import type { AnalysisContext } from './context.ts';

/** Most meters that a sentence names. */
const MOST_NAMED = 5;

/**
 * Which meters keep something from being known, and what to do.
 * @param what that is not known of all together, with its verb in English: `the maximum demand is`
 */
export function lackingText({ subject }: AnalysisContext, lacking: ReadonlySet<number>, what: Text): Text {
  const names = subject.meters.flatMap(({ ammeterId, ammeterName }) => (lacking.has(ammeterId) ? [ammeterName] : [])); // prettier-ignore
  const some = names.slice(0, MOST_NAMED);
  const more = lacking.size > some.length;
  const [one, they] = lacking.size === 1 ? ['meter lacks', 'it'] : ['meters lack', 'them'];
  const zh = some.length === 0 ? '' : `（${some.join('、')}${more ? '等' : ''}）`;
  const en = some.length === 0 ? '' : ` (${some.join(', ')}${more ? ' …' : ''})`;
  return {
    zh: `${lacking.size} 块表在所选时段缺数${zh}，合计的${what.zh}无法得出；请补数或在组成中剔除`,
    en: `${lacking.size} ${one} data in this range${en}, so ${what.en} not known: import the data, or take ${they} out of the list`,
  };
}
