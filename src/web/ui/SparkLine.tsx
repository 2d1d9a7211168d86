const WIDTH = 40;
const HEIGHT = 18;
const INSET = 3;

/** The points of a spark line as runs without gaps; the value range fills the height. */
function sparkRuns(values: readonly (number | null)[]): [number, number][][] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const step = (WIDTH - 2 * INSET) / Math.max(1, values.length - 1);
  const runs: [number, number][][] = [[]];
  values.forEach((value, i) => {
    if (value === null) runs.push([]);
    else
      runs.at(-1)!.push([INSET + i * step, HEIGHT - INSET - ((value - low) / span) * (HEIGHT - 2 * INSET)]);
  });
  return runs.filter((run) => run.length > 0);
}

/** The course of the last values, 40 × 18, with a dot on the last. */
export function SparkLine({ values }: { values: readonly (number | null)[] }) {
  const runs = sparkRuns(values);
  const last = values.at(-1) == null ? undefined : runs.at(-1)?.at(-1);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      {runs.map((run) => (
        <polyline
          key={run[0]![0]}
          points={run.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
          fill="none"
          stroke="var(--text2)"
          strokeWidth="1.25"
          strokeLinejoin="round"
        />
      ))}
      {last && <circle cx={last[0]} cy={last[1]} r="2" fill="var(--primary)" />}
    </svg>
  );
}
