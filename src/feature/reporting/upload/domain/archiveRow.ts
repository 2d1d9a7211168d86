import { fieldsOf, type Resource } from '#contract/define.ts';

/** The archive's resources that platforms keep, in the order in which they lean on each other; how protocol A calls each. */
export const SENT_RESOURCES: Readonly<Record<string, string>> = {
  contacter: 'companyContacter',
  energySys: 'companyEnergySys',
  energyManager: 'companyEnergyManager',
  energyMonitor: 'companyEnergyMonitor',
  calculater: 'companyCalculater',
  energyCertification: 'companyEnergyCertification',
  productStructure: 'companyProductStructure',
  outputValue: 'companyOutputValue',
  energyConservation: 'companyEnergyConservation',
  energyAccount: 'companyEnergyAccount',
  materielProduct: 'companyMaterielProduct',
  processConfigure: 'processConfigure',
  unitConfigure: 'unitConfigure',
  deviceConfigure: 'deviceConfigure',
  dataCollectConfigure: 'dataCollectConfigure',
  gaugeConfigure: 'gaugeConfigure',
  gaugeReplaceConfigure: 'gaugeReplaceConfigure',
  gaugeVerifyConfigure: 'gaugeVerifyConfigure',
};

/** What protocol B takes besides the enterprise itself. */
export const SENT_BY_B = ['processConfigure', 'unitConfigure', 'dataCollectConfigure'] as const;

type JsonRow = { readonly id: number } & Readonly<Record<string, unknown>>;

/**
 * A row of the archive as it travels: its own fields as texts, without what points into this product and what is only
 * shown here. Of codes that go from the general to the special the last is sent.
 */
export function sentRow(resource: Resource, row: JsonRow): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(resource).flatMap(([name, field]) => {
      if (name === resource.scope || name === `${resource.title}En`) return [];
      if (field.kind === 'reference' || field.kind === 'references') return [];
      const value = row[name];
      const plain = Array.isArray(value) ? value.at(-1) : value;
      return plain === null || plain === undefined || plain === '' ? [] : [[name, textOf(plain)] as const];
    }),
  );
}

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Instants lose their fraction: `2026-07-28T02:00:00.000Z` is told as a wall clock elsewhere.
  return text;
};

/** How a row stands at a platform. */
export type RowState = 'never' | 'same' | 'changed' | 'refused';

/** What the platform has of a row, against what it would be sent now. */
export function rowStateOf(
  kept: { readonly sha: string | null; readonly dataIndex: string | null } | undefined,
  shaNow: string,
): RowState {
  if (!kept) return 'never';
  if (kept.sha === null) return 'refused';
  return kept.sha === shaNow ? 'same' : 'changed';
}
