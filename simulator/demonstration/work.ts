import { THREE_SHIFTS } from '#contract/shiftPlan.ts';
import { utcDate } from '#domain/time/date.ts';
import type { PlantDesign, PlantProduct } from '../plant/meter.ts';
import type { Desk } from './desk.ts';

const { shifts: SHIFTS } = THREE_SHIFTS;
const CREWS = ['甲班', '乙班', '丙班', '丁班'];
const CREWS_EN = Object.fromEntries(CREWS.map((crew, i) => [crew, `Crew ${'ABCD'.charAt(i)}`]));
/** Complete months of which the desk has written down what was made. */
const MONTHS = 24;

/** Enters how a plant works: its shifts and crews, its procedures with their meters, what it makes and earns. */
export async function enterWork(
  desk: Desk,
  { procedures, product }: PlantDesign,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  if (!product) return;
  await desk.ensure(
    'archive/classConfig',
    { consumerId, className: '四班三运转' },
    {
      validFrom: '2020-01-01',
      shifts: { shifts: SHIFTS, cycle: turns(), crewsEn: CREWS_EN },
    },
  );
  for (const [ix, { code, name, meters }] of (procedures ?? []).entries())
    await desk.ensure(
      'archive/consumerUnit',
      { consumerId, unitCode: code },
      { unitName: name, ammeterIdList: meters.map((one) => meterIds.get(one)), ix },
    );
  await desk.ensure(
    'archive/unitConfig',
    { consumerId, unitConfigName: `${product.name}综合单耗` },
    {
      unitConfigNameEn: `${product.nameEn}, comprehensive`,
      orgId: consumerId,
      productName: product.name,
      productUnit: product.unit,
      ...product.norms,
      normSource: '企业内控指标',
      validFrom: '2020-01-01',
    },
  );
  const now = new Date();
  for (let back = MONTHS; back > 0; back--)
    await enterMonth(
      desk,
      consumerId,
      product,
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)),
    );
}

/** Each crew works two early, two middle and two night shifts, then rests two days. */
const turns = (): string[][] =>
  Array.from({ length: 8 }, (_day, day) =>
    SHIFTS.map((_shift, shift) => CREWS[(Math.floor(day / 2) - shift + 8) % 4] ?? ''),
  );

async function enterMonth(desk: Desk, consumerId: number, product: PlantProduct, month: Date): Promise<void> {
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  // A few percent up and down, the same at every start.
  const outputAmount = Math.round(product.perDay * days * (1 + 0.03 * Math.sin(month.getUTCMonth() * 2.4)));
  const outputValue = outputAmount * product.price;
  await desk.ensure(
    'archive/costBenefit',
    { consumerId, productName: product.name, dt: utcDate(month.getTime()) },
    {
      orgId: consumerId,
      outputAmount,
      outputValue,
      addedValue: Math.round(outputValue * 0.22),
      income: Math.round(outputValue * 0.965),
      energyCost: outputAmount * product.energyCost,
    },
  );
}
