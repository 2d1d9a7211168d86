import type { Judged, Verdict } from './judge.ts';
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

const everyOf = (rigs: readonly RigScore[]): Judged[] =>
  rigs.flatMap((one) => one.judged.flatMap(({ list }) => list));

/** One row for each kind. */
export const rowsOf = (score: Score): Row[] =>
  score.kinds.map(({ told, rigs }) => {
    const all = everyOf(rigs);
    const count = (verdict: Verdict): number => all.filter((one) => one.verdict === verdict).length;
    return {
      kind: told.story.kind,
      known: told.story.known,
      meters: rigs.length,
      figures: all.length,
      touched: all.filter((one) => one.touched).length,
      needless: all.filter((one) => one.needless).length,
      verdicts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Row['verdicts'],
    };
  });

/** The last line. */
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

/** Platform against truth: the month of every meter, every bucket of the meters named, and what is wrong. */
export function* linesOf(score: Score, codes: readonly string[]): Generator<string> {
  let left = MOST_WRONG;
  for (const { rigs } of score.kinds)
    for (const { rig, judged } of rigs)
      for (const { size, list } of judged)
        for (const one of list) {
          const bad = one.verdict === 'wrong' && left-- > 0;
          if (bad || size.startsWith('month') || codes.includes(rig.code)) yield lineOf(rig.code, size, one);
        }
}

function lineOf(code: string, size: string, { figure, verdict, truth, why }: Judged): string {
  const at = new Date(figure.from).toISOString().slice(0, 16);
  const flags = [...figure.flags].join(' ');
  return `${code} ${size} ${at}: platform ${energy(figure.energy)}, truth ${energy(truth)}, ${verdict}${why ? `: ${why}` : ''} (${flags})`;
}

/** The document. */
export function documentOf(rows: readonly Row[], readings: number): string {
  const meters = rows.reduce((sum, row) => sum + row.meters, 0);
  const head = ['kind of fault', 'what can be known', ...HEAD.slice(1)];
  const line = (list: readonly string[]): string => `| ${list.join(' | ')} |`;
  return `# Score

\`npm run score\` starts the product on a scratch folder, lets ${rows.length - 1} kinds of fault happen to ${meters} meters in
October 2025, sends their ${readings} readings in shuffled order through the doors that gateways and people use, and compares
every quarter of an hour, hour, day and month with what really flowed: whole numbers that share no code with the
product's arithmetic. This file is written by \`npm run score -- --write\`.

- **touched**: figures that a fault had to do with.
- **exact**: the truth, to the millionth.
- **flagged**: what can be known, and the figure says itself what is the matter: by a flag, or by a coverage below the
  whole. Where energy is known and its shape is not, the figures of the stretch have exactly its energy.
- **missing**: nothing can be known and nothing is said; never 0.
- **shown**: what the meter showed, though it was not so, and nothing can tell.
- **wrong**: anything else: another figure, a touched one without its flag, a figure where nothing is known, nothing where
  something is, a maximum demand from a guess.
- **needless**: bears a flag without a reason.

${[line(head), line(head.map((_, i) => (i < 2 ? '---' : '--:'))), ...rows.map((row) => line([row.kind, row.known, ...cells(row).slice(1)]))].join('\n')}

${totalOf(rows).line}
`;
}
