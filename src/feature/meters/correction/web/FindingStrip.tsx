import { edgesOf } from '#web/chart/bucketOption.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { cssColor, type Status } from '#web/theme/palette.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { Finding } from '../contract.ts';
import { LOOK } from './look.ts';
import styles from './MeterRepair.module.css';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

export interface FindingStripProps {
  readonly model: BucketChart;
  readonly findings: readonly Finding[];
  readonly from: number;
  readonly to: number;
  /** The interval that is chosen. */
  readonly chosen: { readonly from: number; readonly to: number } | null;
}

/**
 * Where the curve is odd, in line with its axis: a bar with the shape of its status above, an outline where the
 * figures only say how they came about.
 */
export function FindingStrip({ model, findings, from, to, chosen }: FindingStripProps) {
  const t = useCorrectionTexts();
  const { left, right } = edgesOf(model);
  const place = (a: number, b: number) => ({
    left: `${(Math.max(0, a - from) / (to - from)) * 100}%`,
    width: `${((Math.min(b, to) - Math.max(a, from)) / (to - from)) * 100}%`,
  });
  // Neighbours of one status share a shape.
  const marked: { status: Status; from: number; to: number }[] = [];
  for (const one of findings) {
    const status = LOOK[one.kind];
    const last = marked.findLast((mark) => mark.status === status);
    if (!status || one.to <= from || one.from >= to) continue;
    if (last && one.from <= last.to) last.to = Math.max(last.to, one.to);
    else marked.push({ status, from: one.from, to: one.to });
  }
  return (
    <div className={styles.strip} style={{ marginLeft: left, marginRight: right }} aria-hidden="true">
      {marked.map(({ status, from: a, to: b }) => (
        <span key={a} style={place(a, b)}>
          <StatusDot status={status} />
        </span>
      ))}
      {findings.map((one) => {
        const status = LOOK[one.kind];
        return (
          <i
            key={`${one.kind} ${one.from}`}
            title={t(one.kind)}
            data-kind={one.kind}
            style={{
              ...place(one.from, one.to),
              ...(status ? { background: cssColor({ status }), borderColor: cssColor({ status }) } : {}),
            }}
          />
        );
      })}
      {chosen && <b style={place(chosen.from, Math.max(chosen.to, chosen.from + 1))} />}
    </div>
  );
}
