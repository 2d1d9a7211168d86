import type { Text } from '#contract/text.ts';

/** Names of settings and their texts have at most so many characters (OCPP 1.6 section 6.9). */
export const SETTING_KEY_MOST = 50;
export const SETTING_VALUE_MOST = 500;

/** A setting of a charger as it told it (OCPP 1.6 section 9). */
export interface PileSetting {
  readonly key: string;
  /** Null = it told none, or the setting is a secret. */
  readonly value: string | null;
  readonly readOnly: boolean;
}

/** Why sessions of a charger are known worse than they could be, by its settings. */
export const MEASURING_DOUBTS = {
  noValues: {
    zh: '充电期间不上报示值：一次充电的电量只能按时间均分到各时段。请将 MeterValueSampleInterval 设为 60，或将 ClockAlignedDataInterval 设为 900。',
    en: 'It tells no values while it charges, so the energy of a session is spread evenly over its time and its tariff periods. Set MeterValueSampleInterval to 60 or ClockAlignedDataInterval to 900.',
  },
  seldom: {
    zh: '充电期间示值的间隔超过一刻钟：跨时段的电量按时间均分。请将 MeterValueSampleInterval 设为 60。',
    en: 'Its values are more than a quarter of an hour apart: energy across tariff periods is spread evenly. Set MeterValueSampleInterval to 60.',
  },
  noRegister: {
    zh: '上报的值中没有电量示值。请在 MeterValuesSampledData 中加入 Energy.Active.Import.Register。',
    en: 'What it tells has no register of energy. Add Energy.Active.Import.Register to MeterValuesSampledData.',
  },
  noPower: {
    zh: '上报的值中没有功率：看不到实时充电功率。请在 MeterValuesSampledData 中加入 Power.Active.Import。',
    en: 'What it tells has no power: how much it charges now is not seen. Add Power.Active.Import to MeterValuesSampledData.',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type MeasuringDoubt = keyof typeof MEASURING_DOUBTS;

/** The settings of a charger as they were last read. */
export interface PileSettings {
  /** ms; null = they were never read. */
  readonly readAt: number | null;
  readonly settings: readonly PileSetting[];
  readonly doubts: readonly MeasuringDoubt[];
}
