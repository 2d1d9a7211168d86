import type { PlantDesign, PlantMeter } from '../plant/meter.ts';
import type { Desk } from './desk.ts';
import { englishOf, inBoth } from './english.ts';

const DAY_MS = 86_400_000;

/** The day so many days from now, `YYYY-MM-DD`. */
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface Registration {
  readonly credit: string;
  readonly typeCode: string;
  readonly industryCode: string;
  readonly regionCode: string;
  readonly product: readonly [name: string, unit: string];
  readonly processes: readonly string[];
}

/** What the regulator's platform asks of each plant, beyond what its drawing says. */
const REGISTRATIONS: Readonly<Record<string, Registration>> = {
  steel: {
    credit: '91130000000000001R',
    typeCode: '110',
    industryCode: 'C31',
    regionCode: '130000',
    product: ['热轧带钢', '吨'],
    processes: ['电炉炼钢', '连铸', '热轧'],
  },
  campus: {
    credit: '91110000000000001H',
    typeCode: '110',
    industryCode: 'L72',
    regionCode: '110000',
    product: ['办公服务', '平方米'],
    processes: ['公共区域', '办公区域'],
  },
};

const WHOLE_PLANT = '0000000002330020';

/** Enters the metering archive of a plant: who is in charge, what it makes, its processes, items and audited meters. */
export async function enterMetering(
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  const own = REGISTRATIONS[design.code];
  if (!own) return;
  const row = (resource: string, key: object, values: object): Promise<number> =>
    desk.ensure(`yunshui/${resource}`, { consumerId, ...key }, { ...values });
  await enterPeople(row, design, own);
  await enterProcesses(row, own);
  await enterGauges(row, design, meterIds);
  await enterReplaced(row, design);
}

type Enter = (resource: string, key: object, values: object) => Promise<number>;

async function enterPeople(row: Enter, design: PlantDesign, own: Registration): Promise<void> {
  const phone = '031500000000';
  const address = design.sites[0]?.address ?? '';
  await row('enterpriseInfo', {}, {
    cmpName: design.name, enterpriseCode: own.credit, corporationName: inBoth('法定代表人'), typeCode: own.typeCode,
    industryCode: own.industryCode, regionCode: own.regionCode, fieldCode: '001', energyConsumeLevel: '3', address,
    zipCode: '063000', phone, fax: phone, email: 'energy@example.com', registerAddress: address,
    registerDate: '2003-05-20', registerPrincipal: '50000', productionLine: own.processes.join('、'),
    leadingProduct: own.product[0], longitude: 118.18, latitude: 39.63,
  }); // prettier-ignore
  await row(
    'contacter',
    { contacterName: '能源管理岗' },
    { phone, dept: inBoth('能源部'), job: inBoth('主管') },
  );
  await row(
    'energySys',
    { energyOffice: '能源管理办公室' },
    { energyOfficial: inBoth('能源部部长'), energyOfficialPosition: inBoth('部长'), phone },
  );
  await row(
    'energyManager',
    { manager: '能源管理员' },
    { phone, dept: inBoth('能源部'), trainInfo: inBoth('能源管理师培训') },
  );
  await row('energyMonitor', { monitor: '在线监测管理员' }, { phone, dept: inBoth('能源部') });
  await row(
    'calculater',
    { calculaterName: '计量管理员' },
    {
      phone,
      dept: inBoth('计量室'),
      job: inBoth('计量员'),
      certificateName: inBoth('计量检定员证'),
      certificateNo: 'JL-0001',
    },
  );
  await row(
    'energyCertification',
    { director: '能源部部长' },
    { energyPass: '1', passDate: '2024-06-18', passOrg: inBoth('能源管理体系认证机构') },
  );
  const [productName, productUnit] = own.product;
  await row(
    'productStructure',
    { productCode: 'P01' },
    { productName, productType: inBoth('主产品'), productUnit: inBoth(productUnit) },
  );
  const year = new Date().getUTCFullYear();
  for (const [i, scale] of [1, 0.94].entries())
    await row('outputValue', { countYear: year - 1 - i }, {
      outputValue: 186_000 * scale, addedValue: 41_200 * scale, salesIncome: 179_500 * scale,
    }); // prettier-ignore
  await row(
    'energyConservation',
    { projectName: '空压系统余热回收' },
    {
      projectType: inBoth('余热利用'),
      improveMeasure: '回收空压机余热供生活热水 / Hot water from the heat of the compressors',
      investmentAmount: 120,
      energySavingAmount: 310,
    },
  );
  await row(
    'energyAccount',
    { accountType: '2', accountNo: `${design.code}-1` },
    { accountName: design.name, provider: inBoth('供电公司') },
  );
  await row(
    'materielProduct',
    { produceNo: '0001' },
    { produceName: productName, produceType: 'P', produceUnit: inBoth(productUnit) },
  );
}

async function enterProcesses(row: Enter, own: Registration): Promise<void> {
  for (const [i, processName] of own.processes.entries()) {
    const processCode = `0${i + 1}`;
    await row('processConfigure', { processCode }, { processName });
    await row(
      'unitConfigure',
      { processCode, unitCode: '01' },
      {
        unitName: `${processName}一单元`,
        unitNameEn: `${englishOf(processName) ?? processName}, unit 1`,
      },
    );
  }
  await row(
    'deviceConfigure',
    { processUnitCode: '0101', deviceNo: '0301' },
    {
      deviceName: '主要用能设备 1',
      deviceType: '03',
      location: inBoth('主厂房'),
      dept: inBoth('生产部'),
      energyCode: '3300',
    },
  );
  const item = {
    energyClassCode: '02',
    energyTypeCode: '3300',
    dataUsageCode: '20',
    inputType: '4',
    convertRation: 0.1229,
  };
  for (const [statType, name] of ['实时', '日', '月', '年'].entries())
    await row(
      'dataCollectConfigure',
      { dataCode: WHOLE_PLANT, statType: String(statType) },
      { ...item, collectItemName: `全厂用电（${name}）` },
    );
  await row(
    'dataCollectConfigure',
    { dataCode: '0101000002330020', statType: '1' },
    {
      ...item,
      collectItemName: `${own.processes[0]}用电（日）`,
      collectItemNameEn: `Electricity of ${englishOf(own.processes[0] ?? '')?.toLowerCase()} (day)`,
      scope: '3',
      processCode: '01',
      processUnitCode: '01',
    },
  );
}

async function enterGauges(
  row: Enter,
  design: PlantDesign,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  const electric = design.meters.filter((meter) => meter.dataType === '1').slice(0, 12);
  for (const [i, meter] of electric.entries()) {
    const serNo = `${design.code.toUpperCase()}-${meter.code}`;
    // One is late, one is due soon, the others follow through the year.
    const lastAlignDate = dayIn(i * 29 - 372);
    await row('gaugeConfigure', { serNo }, {
      meterName: meter.name, manageNo: `M-${String(i + 1).padStart(3, '0')}`, meterType: '15261000',
      meterLevel: levelOf(meter, design), params: '3300', dataCode: WHOLE_PLANT, manufacturer: inBoth('电能表厂'),
      model: 'DTZ', precisionLevel: '0.5S', ranges: '3×1.5(6) A', alignState: '1', alignCycle: 12, lastAlignDate,
      alignOrg: inBoth('计量检定测试所'), location: `${meter.site} ${meter.code}`, installTime: '2021-03-01', ammeterId: meterIds.get(meter.code),
    }); // prettier-ignore
    if (i < 3)
      await row('gaugeVerifyConfigure', { serNo, verifyTime: lastAlignDate }, {
        manageNo: `M-${String(i + 1).padStart(3, '0')}`, verifyOrg: inBoth('计量检定测试所'),
      }); // prettier-ignore
  }
}

/** A flow meter that was replaced; it delivers nothing to the platform. */
async function enterReplaced(row: Enter, design: PlantDesign): Promise<void> {
  const [before, now] = [`${design.code.toUpperCase()}-LL-0`, `${design.code.toUpperCase()}-LL-1`];
  await row('gaugeConfigure', { meterName: '蒸汽总管流量计' }, {
    serNo: before, manageNo: 'M-101', meterType: '12181000', meterLevel: '1', params: '3200', dataCode: WHOLE_PLANT,
    manufacturer: inBoth('流量计厂'), model: 'LUGB', precisionLevel: '1.0', ranges: '0–20 t/h', alignState: '1', alignCycle: 24,
    lastAlignDate: dayIn(-200), alignOrg: inBoth('计量检定测试所'), location: inBoth('锅炉房'), installTime: '2019-04-01',
  }); // prettier-ignore
  await row('gaugeReplaceConfigure', { installSerNo: now }, {
    replacedSerno: before, replacedManageNo: 'M-101', installManageNo: 'M-102',
    installTime: `${dayIn(-120)}T02:00:00.000Z`, replacedRegister: 48211.5, installRegister: 0, remark: '到期轮换 Replaced when due',
  }); // prettier-ignore
}

function levelOf(meter: PlantMeter, design: PlantDesign): '1' | '2' | '3' {
  const above = design.meters.find(({ code }) => code === meter.parent);
  return above === undefined ? '1' : above.parent === undefined ? '2' : '3';
}
