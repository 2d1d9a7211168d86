import { COST_BENEFIT_CODE } from '#feature/assets/settlement/contract.ts';
import { formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { selfUseShare } from '#domain/storage/pv.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { PlantNow, PvDevice } from '../contract.ts';

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

const number = (value: number | null | undefined, decimals = 1): string =>
  value === null || value === undefined ? MISSING : formatNumber(value, decimals);

/** What the plant generated, under how much sun. */
const yieldFigures = ({ total }: PvDevice, now: PlantNow | undefined, t: Say): KeyFigure[] => [
  {
    key: 'now',
    label: t('powerNow'),
    value: number(now?.power.value),
    unit: 'kW',
    comparison: { label: t('irradiance'), value: `${number(now?.irradiance, 0)} W/m²` },
  },
  {
    key: 'generated',
    label: t('generated'),
    value: number(total.generated),
    unit: 'kWh',
    coverage: total.coverage === null ? null : total.coverage / 100,
  },
  { key: 'yield', label: t('specificYield'), value: number(total.specificYield, 2), unit: 'kWh/kWp' },
  {
    key: 'sun',
    label: t('irradiation'),
    value: number(total.irradiation),
    unit: 'kWh/m²',
    ...(total.irradiationCoverage === null || total.irradiationCoverage >= 100
      ? {}
      : { comparison: { label: t('knownSun', { n: total.irradiationCoverage }), value: '' } }),
  },
  { key: 'pr', label: t('pr'), value: number(total.performanceRatio), unit: '%' },
];

/** What became of it. @param may the person sees costs and benefits */
const outcomeFigures = ({ selfUsed, fedIn, income }: PvDevice, may: boolean, t: Say): KeyFigure[] => [
  {
    key: 'used',
    label: t('usedOnSite'),
    value: number(selfUsed),
    unit: 'kWh',
    comparison: { label: t('fedIn'), value: `${number(fedIn)} kWh` },
  },
  { key: 'share', label: t('selfUseShare'), value: number(selfUseShare(selfUsed, fedIn)), unit: '%' },
  ...(may ? [{ key: 'income', label: t('income'), value: number(income, 2), unit: 'CNY' }] : []),
];

interface PvHeadProps {
  readonly device: PvDevice;
  /** Undefined where it is not known yet, or the plant is out of use. */
  readonly now: PlantNow | undefined;
}

/** The first figures of a plant. */
export function PvHead({ device, now }: PvHeadProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const may = useMay(COST_BENEFIT_CODE);
  return (
    <Panel
      title={
        <PageLink kind="meter" id={device.ammeterId}>
          {device.name}
        </PageLink>
      }
      unit={`${formatFull(device.ratedPower)} kWp`}
      flush
    >
      <KeyFigures compact figures={[...yieldFigures(device, now, t), ...outcomeFigures(device, may, t)]} />
    </Panel>
  );
}
