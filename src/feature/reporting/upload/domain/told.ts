import * as z from 'zod';

/** A text or number that a reply may hold; null where it is neither, or too long. */
const word = (most: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((text) => text.length > 0 && text.length <= most)
    .nullish()
    .catch(null);

/** What the steps of protocol A may answer, each part read for itself: one that cannot be read is not there. */
export const toldA = z.looseObject({
  secretKey: word(128),
  dataIndex: word(64),
  token: word(4096),
  akValidAt: word(40),
  enterpriseUploadTime: word(8),
  regVersion: word(10),
  dicVersion: word(10),
  platformTime: word(40),
});

/** What the registration of protocol B answers. */
export const toldB = z.looseObject({ deviceId: word(64) });

/** The names under which replies tell addresses that requests go to. */
const ADDRESS_NAMES = [
  'enterpriseInfoURL',
  'enterpriseDataURL',
  'loadBaseDataURL',
  'centerInfoURL',
  'centerDataURL',
] as const;

/** The addresses that a reply tells, by name. */
export function addressesIn(data: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    ADDRESS_NAMES.flatMap((name) => {
      const value = data[name];
      return typeof value === 'string' && value !== '' && value.length <= 500 ? [[name, value] as const] : [];
    }),
  );
}

/** A line of list 8: energy, its unit, decimals and coefficient; all energy together has a unit of its own. */
const unitRow = z.object({
  code: z.string().regex(/^\d{2,4}$/),
  qualityUnit: z.string().max(20).nullish().catch(null),
  qualityPrecision: z.coerce.number().int().min(0).max(6).nullish().catch(null),
  collectRatio: z.coerce
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/)
    .nullish()
    .catch(null),
  complexUnit: z.string().max(20).nullish().catch(null),
  complexPrecision: z.coerce.number().int().min(0).max(6).nullish().catch(null),
});

export interface UnitRow {
  readonly code: string;
  readonly unit: string;
  readonly decimals: number;
  readonly ratio: string | null;
}

const MOST_ROWS = 2000;

/** The units of list 8 as a platform hands it out; lines that cannot be read are left out. */
export function unitsIn(data: Readonly<Record<string, unknown>>): UnitRow[] {
  const rows = data['EnergyTypeUnitCollectCodes'];
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, MOST_ROWS).flatMap((row: unknown): UnitRow[] => {
    const read = unitRow.safeParse(row);
    if (!read.success) return [];
    const { code, qualityUnit, qualityPrecision, complexUnit, complexPrecision, collectRatio } = read.data;
    const all = code === '0000';
    const unit = all ? (complexUnit ?? qualityUnit) : qualityUnit;
    const decimals = all ? (complexPrecision ?? qualityPrecision) : qualityPrecision;
    return unit ? [{ code, unit, decimals: decimals ?? 4, ratio: collectRatio ?? null }] : [];
  });
}

/** `yyyy-MM-dd HH:mm:ss`, with or without milliseconds behind it, as wall-clock milliseconds; null where it is none. */
export function wallOf(text: string | null | undefined): number | null {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:[ .]\d{1,3})?$/.exec(text ?? '');
  if (!match) return null;
  const wall = Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(wall) ? null : wall;
}

/**
 * The consumption level as the platforms count it: 1 from 10,000 tce, 2 from 5,000, 3 below. The archive counts from the
 * least, so that its digit is never sent.
 */
export const sentLevel = (level: string | null | undefined): string =>
  level === '1' ? '3' : level === '2' ? '2' : '1';
