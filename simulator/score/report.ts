import type { Assessed, Verdict } from './judge.ts';
import type { RigScore, Score } from './score.ts';

/** How many figures of a kind of fault have each verdict. */
export interface Row {
  readonly kind: string;
  readonly known: string;
  readonly meters: number;
  readonly figures: number;
  readonly touched: number;
  readonly needless: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

const VERDICTS = ['exact', 'flagged', 'missing', 'shown', 'wrong'] as const satisfies readonly Verdict[];
const MOST_WRONG = 40;

const everyOf = (rigs: readonly Pick<RigScore, 'judged'>[]): Assessed[] =>
  rigs.flatMap((one) => one.judged.flatMap(({ list }) => list));

const countsOf = (all: readonly Assessed[]): Omit<Row, 'kind' | 'known' | 'meters'> => ({
  figures: all.length,
  touched: all.filter((one) => one.touched).length,
  needless: all.filter((one) => one.needless).length,
  verdicts: Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, all.filter((one) => one.verdict === verdict).length]),
  ) as Row['verdicts'],
});

/** One row for each kind: figures of its meters, and answers about them together. */
export const rowsOf = (score: Score): Row[] =>
  score.kinds.map(({ told: reported, rigs, unit }) => ({
    kind: reported.story.kind,
    known: reported.story.known,
    meters: rigs.length,
    ...countsOf([...everyOf(rigs), ...everyOf([unit])]),
  }));

/** What every answer about meters together is judged by. */
const ANSWERS: Readonly<Record<string, string>> = {
  'sum of the meters': 'the energy of each day, every flow once',
  change: 'against the day before, where both are known alike',
  carbon: 'of the energy that is told',
  load: 'highest, lowest and mean of each day, at the step that is told',
  demand: 'the maximum of the month: never more than there was, less only as “at least”',
  bill: 'every line and the total, to the fen; what rests on incomplete data says so',
  'sum of all meters': 'of the enterprise: each flow counts once, beside virtual sums too',
};

/** One row for each kind of answer. */
export const answersOf = ({ kinds, enterprise }: Score): Row[] =>
  Object.entries(ANSWERS).map(([kind, known]) => {
    const lists = [...kinds.map(({ unit }) => unit), enterprise].flatMap(({ judged: assessed }) => assessed);
    const own = lists.filter(({ size }) => size === kind);
    return { kind, known, meters: own.length, ...countsOf(own.flatMap(({ list }) => list)) };
  });

/** One row for each protocol by which the month was reported upward. */
export const reportedOf = ({ reported }: Score): Row[] =>
  reported.map(({ protocol, meters, list }) => ({
    kind: `reported upward, protocol ${protocol}`,
    known:
      'days and month of each meter: once, in unit and precision of the platform; what is in doubt or too little is held',
    meters,
    ...countsOf(list),
  }));

/** The last line: what stands in the kinds, and the enterprise. */
export function totalOf(rows: readonly Row[]): { figures: number; wrong: number; line: string } {
  const figures = rows.reduce((sum, row) => sum + row.figures, 0);
  const wrong = rows.reduce((sum, row) => sum + row.verdicts.wrong, 0);
  return { figures, wrong, line: `${figures} figures, ${wrong} wrong` };
}

const HEAD = ['kind', 'meters', 'figures', 'touched', ...VERDICTS, 'needless'];
const cells = (row: Row): string[] => [
  row.kind,
  ...[
    row.meters,
    row.figures,
    row.touched,
    ...VERDICTS.map((verdict) => row.verdicts[verdict]),
    row.needless,
  ].map(String),
];

/** The table for a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

const energy = (micro: number | null): string => (micro === null ? '--' : String(micro / 1e6));

function* everybody({
  kinds,
  enterprise,
  reported,
}: Score): Generator<{ readonly code: string; readonly judged: RigScore['judged'] }> {
  for (const { rigs, unit, told } of kinds) {
    for (const { rig, judged: assessed } of rigs) yield { code: rig.code, judged: assessed };
    yield { code: told.story.kind, judged: unit.judged };
  }
  yield { code: 'enterprise', judged: enterprise.judged };
  for (const { protocol, list } of reported)
    yield { code: `reported by ${protocol}`, judged: [{ size: 'period', list }] };
}

/** Platform against truth: the month of every meter, every bucket of the meters named, and what is wrong. */
export function* linesOf(score: Score, codes: readonly string[]): Generator<string> {
  let left = MOST_WRONG;
  for (const { code, judged: assessed } of everybody(score))
    for (const { size, list } of assessed)
      for (const one of list) {
        const bad = one.verdict === 'wrong' && left-- > 0;
        if (bad || size.startsWith('month') || codes.includes(code)) yield lineOf(code, size, one);
      }
}

function lineOf(code: string, size: string, { figure, verdict, truth, why }: Assessed): string {
  const at = new Date(figure.from).toISOString().slice(0, 16);
  const flags = [...figure.flags].join(' ');
  return `${code} ${size} ${at}: platform ${energy(figure.energy)}, truth ${energy(truth)}, ${verdict}${why ? `: ${why}` : ''} (${flags})`;
}

/** The document. */
export function documentOf(
  rows: readonly Row[],
  answers: readonly Row[],
  readings: number,
  alarms: string,
): string {
  const meters = rows.reduce((sum, row) => sum + row.meters, 0);
  const line = (list: readonly string[]): string => `| ${list.join(' | ')} |`;
  const table = (head: readonly string[], of: readonly Row[]): string =>
    [
      line(head),
      line(head.map((_, i) => (i < 2 ? '---' : '--:'))),
      ...of.map((row) => line([row.kind, row.known, ...cells(row).slice(1)])),
    ].join('\n');
  return `# Score

\`npm run score\` starts the product on a scratch folder, lets ${rows.length - 1} kinds of fault happen to ${meters} meters in
October 2025, sends their ${readings} readings in shuffled order through the doors that gateways and people use, and compares
every quarter of an hour, hour, day and month, organisation sums, changes, carbon, loads, demands and bills with what really flowed: whole numbers that share no code with the
product's arithmetic. This file is written by \`npm run score -- --write\`.

- **touched**: figures that a fault had to do with.
- **exact**: the truth, to the millionth.
- **flagged**: what can be known, and the figure says itself what is the matter: by a flag, or by a coverage below the
  whole. Where energy is known and its shape is not, the figures of the interval have exactly its energy.
- **missing**: nothing can be known and nothing is said; never 0.
- **shown**: what the meter showed, though it was not so, and nothing can tell.
- **wrong**: anything else: another figure, a touched one without its flag, a figure where nothing is known, nothing where
  something is, a maximum demand from a guess.
- **needless**: bears a flag without a reason.

${table(['kind of fault', 'what can be known', ...HEAD.slice(1)], rows)}

## Answers about meters together

The meters of every kind are an organisation unit with an account. Its days, its loads, its maximum demand and its bill are
compared with the truth too; these figures are part of the table above. Where the answer rests on incomplete data, it has to
say so in the line. At the end October is reported to a simulated platform of the province that fails in every way until each
figure was tried once (protocols A and B); what it has then is compared with the truth, figure by figure.

${table(['answer', 'what is compared', 'units', ...HEAD.slice(2)], answers)}

${totalOf(rows).line}

## Alarms

A rule (above 100 kW, dead band 2 kW, on and off delay 60 s) judges meters over the day before, whose readings come in shuffled
order through the door of gateways; what is corrected is sent again when all was judged. The records are compared, edge by edge
and with the number of their raises, with what a clock and a needle find second by second. **told though over**: alarms of which
people were told though they had ended long before. Rules on figures, on signal points and on several sources together begin when they
are made; theirs are the episodes of a replay over the day before, a third of which came late.

${alarms}
`;
}
