import { useText } from '#web/text/useTexts.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { MISSING } from '#domain/figure/number.ts';
import type { DayRate, MeterRate, RateSummary } from '../contract.ts';
import styles from './Communication.module.css';
import { missingShare, percentOf } from '#web/text/percent.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface HeatTableProps {
  readonly rates: readonly MeterRate[];
  readonly summary: RateSummary;
  readonly waiting: boolean;
  /** It is about one meter, which is all there is. */
  readonly single: boolean;
  /** Shows the gaps of a meter, of one day where it is given. */
  readonly onOpen: (ammeterId: number, day: string | null) => void;
}

/** The tint of a cell: the colour of warning, the stronger the more is missing. */
function tint(rate: { expected: number; received: number }): React.CSSProperties {
  const share = missingShare(rate);
  if (share === 0) return {};
  return {
    background: `color-mix(in srgb, var(--status-warning) ${Math.round(12 + share * 48)}%, transparent)`,
  };
}

/** Rates of meters by day, a press leads to the gaps. */
export function HeatTable({ rates, summary, waiting, single, onOpen }: HeatTableProps) {
  const t = useCommunicationTexts();
  const say = useText();
  const days = summary.days.map((day) => day.day);
  const title = (rate: { expected: number; received: number }): string =>
    t('ofExpected', { received: rate.received, expected: rate.expected });
  return (
    <ScrollArea label={t('rateByDay')} className={styles.heat}>
      <table aria-busy={waiting}>
        <thead>
          <tr>
            <th scope="col">{t('meter')}</th>
            <th scope="col">{say({ zh: '合计', en: 'Total' })}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {day.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {!single && (
            <tr>
              <th scope="row" className={styles.total}>
                {t('allMeters')}
              </th>
              <td className={styles.total} title={title(summary)}>
                {percentOf(summary) ?? MISSING}
              </td>
              {summary.days.map((day) => (
                <td key={day.day} title={title(day)} style={tint(day)}>
                  {percentOf(day) ?? <span className={styles.none}>{MISSING}</span>}
                </td>
              ))}
            </tr>
          )}
          {rates.map((rate) => (
            <tr key={rate.id}>
              <th scope="row" title={rate.ammeterCode}>
                <PageLink kind="meter" id={rate.id} quiet>
                  {rate.ammeterName}
                </PageLink>
              </th>
              <td className={styles.cell} style={tint(rate)}>
                <Cell
                  rate={rate}
                  label={`${rate.ammeterName} ${title(rate)}`}
                  onOpen={() => onOpen(rate.id, null)}
                />
              </td>
              {days.map((day) => {
                const one = rate.days.find((each) => each.day === day) ?? NOTHING;
                return (
                  <td key={day} className={styles.cell} style={tint(one)}>
                    <Cell
                      rate={one}
                      label={`${rate.ammeterName} ${day} ${title(one)}`}
                      onOpen={() => onOpen(rate.id, day)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

const NOTHING: DayRate = { day: '', expected: 0, received: 0 };

interface CellProps {
  readonly rate: { expected: number; received: number };
  readonly label: string;
  readonly onOpen: () => void;
}

function Cell({ rate, label, onOpen }: CellProps) {
  const text = percentOf(rate);
  if (text === null) return <span className={styles.none}>{MISSING}</span>;
  if (rate.received >= rate.expected) return <span title={label}>{text}</span>;
  return (
    <button type="button" aria-label={`${text} % ${label}`} title={label} onClick={onOpen}>
      {text}
    </button>
  );
}
