/** The level of an industry code: 1 section (A), 2 division (A01), 3 group (A011), 4 class (A0111); null = no code. */
export function industryLevel(code: string): 1 | 2 | 3 | 4 | null {
  if (!/^[A-Z](\d{2,4})?$/.test(code)) return null;
  return code.length === 1 ? 1 : ((code.length - 1) as 2 | 3 | 4);
}

/** The code above an industry's; null for a section. */
export const industryParent = (code: string): string | null =>
  code.length <= 1 ? null : code.length === 3 ? code.slice(0, 1) : code.slice(0, -1);

/** The level of an area code: 1 province (110000), 2 city (110100), 3 district (110101). */
export const areaLevel = (code: string): 1 | 2 | 3 =>
  code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3;

/** The codes that may stand above an area's, the nearest first: a district of no city stands below its province. */
export function areaParents(code: string): readonly string[] {
  const province = `${code.slice(0, 2)}0000`;
  return areaLevel(code) === 1
    ? []
    : areaLevel(code) === 2
      ? [province]
      : [`${code.slice(0, 4)}00`, province];
}
