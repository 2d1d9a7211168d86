import { useQuery } from '@tanstack/react-query';
import { PERIODS } from '#contract/period.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { spanText } from '#domain/time/text.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import { unitText } from '#web/ui/unit.ts';
import { SESSION_DOUBTS } from '#contract/chargeSession.ts';
import { type SessionCurve, type SessionLine } from '../contract.ts';
import { curveQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { sessionChart } from './curveChart.ts';
import { JudgePanel } from './JudgePanel.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

/** A session with its curve, and how its fee was made. */
export function CurveDialog({ row, onClose }: ActionProps) {
  const t = useChargeTexts();
  const answer = useQuery(curveQuery(row.id));
  const { data, error } = answer;
  const title = data ? t('curveTitle', { id: row.id, name: data.pileName, n: data.connector }) : t('curve');
  return (
    <Dialog title={title} side="right" width={760} onClose={onClose}>
      {error && !data ? (
        <ErrorState what={error.message} onRetry={() => void answer.refetch()} height={240} />
      ) : !data ? (
        <LoadingState height={240} />
      ) : (
        <Body curve={data} />
      )}
    </Dialog>
  );
}

function Body({ curve }: { readonly curve: SessionCurve }) {
  const t = useChargeTexts();
  const say = useText();
  const { timeZone, begin, end, meterStart, meterStop, doubt, ignored } = curve;
  const [rising, power] = [sessionChart(curve, 'energy', t('energySince')), sessionChart(curve, 'power', t('powerCurve'))]; // prettier-ignore
  const time = end === null ? spanText(timeZone, begin, begin) : spanText(timeZone, begin, end);
  const register = (value: number | null): string =>
    value === null ? MISSING : `${formatNumber(value, 3)} kWh`;
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <p>
        {time} · {t('register')} {register(meterStart)} → {register(meterStop)}
      </p>
      {doubt && (
        <p className={styles.fault}>
          {t(curve.energyFee === null && curve.serviceFee === null ? 'doubtNote' : 'clockNote', {
            why: say(SESSION_DOUBTS[doubt]),
          })}
        </p>
      )}
      {curve.splitByTime && <p className={styles.fault}>{t('splitByTime')}</p>}
      {curve.state === '3' && <p className={styles.fault}>{t('interruptedNote')}</p>}
      {rising ? (
        <ChartPanel model={rising} height={160} />
      ) : (
        <Panel title={t('curveName')}>
          <EmptyState why={t('noCurve')} height={100} />
        </Panel>
      )}
      {power && <ChartPanel model={power} height={130} />}
      {ignored > 0 && <small className={kit.quiet}>{t('ignored', { n: ignored })}</small>}
      <Lines curve={curve} />
      <JudgePanel key={curve.judgements.length} curve={curve} />
    </div>
  );
}

function Lines({ curve }: { readonly curve: SessionCurve }) {
  const t = useChargeTexts();
  const say = useText();
  const { lines, energy, energyFee, serviceFee, servicePrice } = curve;
  const rows = [
    ...lines.map((line) => ({
      ...line,
      key: `${line.period} ${line.price}`,
      name: line.period === 0 ? t('noPeriod') : say(PERIODS[line.period]),
    })),
    ...(serviceFee === null
      ? []
      : [{ key: 'service', name: t('serviceFee'), energy, price: servicePrice, amount: serviceFee }]),
  ];
  const total = energyFee === null ? null : sumOf([energyFee, serviceFee]);
  const text = (value: number | null, decimals: number): string => (value === null ? MISSING : formatNumber(value, decimals)); // prettier-ignore
  type Row = Omit<SessionLine, 'period' | 'energy'> & { key: string; name: string; energy: number | null };
  return (
    <Panel title={t('lines')} flush>
      <Table<Row>
        look="panel"
        label={t('lines')}
        rows={rows}
        keyOf={(row) => row.key}
        columns={[
          { key: 'period', title: t('period'), render: (row) => row.name },
          { key: 'energy', title: t('energy'), unit: 'kWh', end: true, render: (row) => text(row.energy, 3) },
          {
            key: 'price',
            title: t('price'),
            unit: unitText('元/kWh'),
            end: true,
            render: (row) => text(row.price, 4),
          },
          {
            key: 'amount',
            title: t('amount'),
            unit: unitText('元'),
            end: true,
            render: (row) => text(row.amount, 2),
          },
        ]}
        foot={
          rows.length === 0
            ? undefined
            : [
                { content: t('totalOf'), span: 3, rowHead: true },
                { content: text(total, 2), end: true },
              ]
        }
        empty={<EmptyState why={t('noLines')} height={80} />}
      />
      <small className={styles.note}>{t('energySplit')}</small>
    </Panel>
  );
}
