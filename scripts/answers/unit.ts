/** Ends of names that are units. */
const ENDS: Readonly<Record<string, string>> = {
  Ms: 'ms',
  Seconds: 's',
  Minutes: 'min',
  Hours: 'h',
  Days: 'd',
  Bytes: 'B',
  Percent: '%',
};

/** Words of docstrings that are units, with how they are written. */
const WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['ms', 's', 'm', 'm²', 'px', 'V', 'A', 'kV', 'kVA', 'kW', 'kWp', 'kWh', 'tce', '%'].map((one) => [
      one,
      one,
    ]),
  ),
  'tce for each 10⁴ yuan': 'tce/10⁴ yuan',
  'yuan a kWh': 'yuan/kWh',
  'yuan per kW and month': 'yuan/(kW·month)',
  'yuan per kWh': 'yuan/kWh',
  yuan: 'yuan',
  bytes: 'B',
  'floored percent': '%',
  percent: '%',
};

const ANY_WORD = Object.keys(WORDS)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
// `A` alone: as the first word of a sentence it is the article. What may be one of two units has none for sure.
const FIRST = new RegExp(`^(?:(${ANY_WORD})(?!, or |-| points)(?=$|[\\s.,;:])|A(?=$|[.;]))`);
const LAST = new RegExp(`(?:[,;] |\\bin |\\()(${ANY_WORD})\\)?(?: since 1970)?(?=[.,;:]|$)`);
/** Words by which a number has now one unit and now another, or something else beside it has one. */
const UNSURE = /by kind|other energies|unit per hour|^[A-Z].*, and when /;

const lower = (words: string): string =>
  words.replace(/^(Yuan|Bytes|Floored|Percent)/, (word) => word.toLowerCase());

/** The unit of a number that an answer holds, by its name or by the words about it; undefined where neither says one. */
export function unitOf(name: string, words: string): string | undefined {
  const end = /(?<!Per[A-Z]\w*)(Ms|Seconds|Minutes|Hours|Days|Bytes|Percent)$/.exec(name)?.[1];
  if (end !== undefined) return ENDS[end];
  if (UNSURE.test(words)) return undefined;
  const text = lower(words);
  const first = FIRST.exec(text);
  const found = first ? (first[1] ?? 'A') : LAST.exec(text)?.[1];
  return found === undefined ? undefined : WORDS[found];
}
