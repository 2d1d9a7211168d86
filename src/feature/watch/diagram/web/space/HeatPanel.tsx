import type { Space, SpaceBody } from '#contract/scene/space.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { meterOf, nameOf, type Names } from '#domain/scene/label.ts';
import type { Heat } from '#domain/scene/space/heat.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { clockAt, dateAt } from '#domain/time/text.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Space.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import type { HeatShown } from './useHeat.ts';

/** So many rows are listed; the rest is counted. */
const ROWS = 12;
/** Decimals of small figures. */
const decimals = (top: number): number => (top >= 100 ? 0 : top >= 10 ? 1 : 2);

export interface HeatPanelProps {
  readonly heat: HeatShown;
  readonly space: Space;
  readonly names: Names;
  readonly zone: string;
}

/** What heat colours mean, of which hour they are, and the figures behind them, the highest first. */
export function HeatPanel({ heat, space, names, zone }: HeatPanelProps) {
  const t = useDiagramTexts();
  const { list, top, unit, hour } = heat;
  const places = decimals(top);
  const bodies = new Map(space.elements.map((one) => [one.id, one]));
  const told = onePerMeter(list, bodies).toSorted((a, b) => b.value - a.value);
  const label = (id: string): string => {
    const one = bodies.get(id);
    return one ? nameOf(one, names) : id;
  };
  const span = `${dateAt(zone, hour)} ${clockAt(zone, hour)}–${clockAt(zone, hour + HOUR_MS)}`;
  return (
    <Panel title={t(HEAT_TEXTS[heat.figure])}>
      <p className={kit.hint}>{span}</p>
      {heat.error && <ErrorState what={heat.error.message} onRetry={heat.retry} height={80} />}
      <Ramp heat={heat} places={places} />
      {list.length === 0 && !heat.error ? (
        <p className={kit.hint}>{t('noHeat')}</p>
      ) : (
        <Table<Heat>
          label={t(HEAT_TEXTS[heat.figure])}
          look="small"
          rows={told.slice(0, ROWS)}
          keyOf={(one) => one.id}
          columns={[
            { key: 'name', title: t('name'), render: (one) => label(one.id) },
            {
              key: 'value',
              title: unit,
              end: true,
              render: (one) => (
                <>
                  {formatNumber(one.value, places)}
                  <CoverageMark coverage={one.covered} />
                </>
              ),
            },
          ]}
        />
      )}
      {told.length > ROWS && (
        <p className={kit.hint}>{t('more', { n: formatNumber(told.length - ROWS, 0) })}</p>
      )}
    </Panel>
  );
}

/** A meter is told once, whatever bodies show it. */
function onePerMeter(list: readonly Heat[], bodies: ReadonlyMap<string, SpaceBody>): Heat[] {
  const seen = new Set<number>();
  return list.filter(({ id }) => {
    const body = bodies.get(id);
    const meter = body ? meterOf(body) : null;
    if (meter === null || seen.has(meter)) return false;
    seen.add(meter);
    return true;
  });
}

/** The text of each figure. */
export const HEAT_TEXTS = { energy: 'heatEnergy', density: 'heatDensity', loadShare: 'heatLoad' } as const;

function Ramp({ heat: { stops, top, unit }, places }: { readonly heat: HeatShown; readonly places: number }) {
  const t = useDiagramTexts();
  return (
    <p className={styles.ramp}>
      <span>0</span>
      <i style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }} />
      <span>
        {formatNumber(top, places)} {unit}
      </span>
      <i className={styles.gap} />
      <span>{t('notKnown')}</span>
    </p>
  );
}
