import { edgesOf } from '#web/chart/bucketOption.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { cssColor } from '#web/theme/palette.ts';
import type { Finding } from '../contract.ts';
import { LOOK } from './look.ts';
import styles from './MeterRepair.module.css';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

export interface FindingStripProps {
  readonly model: BucketChart;
  readonly findings: readonly Finding[];
  readonly from: number;
  readonly to: number;
  /** The stretch that is chosen. */
  readonly chosen: { readonly from: number; readonly to: number } | null;
}

/** Where the curve is odd, in line with its axis: a full bar with its status, an outline where it is only told. */
export function FindingStrip({ model, findings, from, to, chosen }: FindingStripProps) {
  const t = useCorrectionTexts();
  const { left, right } = edgesOf(model);
  const place = (a: number, b: number) => ({
    left: `${(Math.max(0, a - from) / (to - from)) * 100}%`,
    width: `${((Math.min(b, to) - Math.max(a, from)) / (to - from)) * 100}%`,
  });
  return (
    <div className={styles.strip} style={{ marginLeft: left, marginRight: right }} aria-hidden="true">
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
