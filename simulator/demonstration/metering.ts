import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';
import { devicesOf, energyClassOf } from './device.ts';
import { englishOf } from './english.ts';
import { enterGauges, enterReplaced, wholePlant } from './gauge.ts';

interface Registration {
  readonly credit: string;
  readonly typeCode: string;
  readonly industryCode: string;
  readonly regionCode: string;
  readonly product: readonly [name: string, unit: string];
  readonly processes: readonly string[];
  /** The units in charge of energy and of metering. */
  readonly depts: readonly [energy: string, metering: string];
  /** Accounts with suppliers: 1 water, 2 electricity, 3 gas. */
  readonly accounts: readonly (readonly [type: string, provider: string])[];
}

/** What the regulator's platform asks of each plant, beyond what its drawing says. */
const REGISTRATIONS: Readonly<Record<string, Registration>> = {
  steel: {
    credit: '91130000000000001R',
    typeCode: '110',
    industryCode: 'C31',
    regionCode: '130000',
    product: ['热轧钢材', 't'],
    processes: ['电炉炼钢', '连铸', '热轧', '公辅'],
    depts: ['能源部', '计量室'],
    accounts: [
      ['1', '自来水公司'],
      ['2', '供电公司'],
      ['3', '燃气公司'],
    ],
  },
  campus: {
    credit: '91110000000000001H',
    typeCode: '110',
    industryCode: 'L72',
    regionCode: '110000',
    product: ['办公服务', 'm²'],
    processes: ['公共区域', '办公区域'],
    depts: ['后勤部', '后勤部'],
    accounts: [
      ['1', '自来水公司'],
      ['2', '供电公司'],
    ],
  },
};

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
  await enterProcesses(row, design, own);
  await enterGauges(row, design, meterIds);
  await enterReplaced(row, design);
}

type Enter = (resource: string, key: object, values: object) => Promise<number>;

async function enterPeople(row: Enter, design: PlantDesign, own: Registration): Promise<void> {
  const phone = '031500000000';
  const address = design.sites[0]?.address ?? '';
  const [dept, meteringDept] = own.depts;
  await row('enterpriseInfo', {}, {
    cmpName: design.name, enterpriseCode: own.credit, corporationName: '赵建国', typeCode: own.typeCode,
    industryCode: own.industryCode, regionCode: own.regionCode, fieldCode: '001', energyConsumeLevel: '3', address,
    zipCode: '063000', phone, fax: phone, email: 'energy@example.com', registerAddress: address,
    registerDate: '2003-05-20', registerPrincipal: '50000', productionLine: own.processes.join('、'),
    leadingProduct: own.product[0], longitude: 118.18, latitude: 39.63,
  }); // prettier-ignore
  await row('contacter', { contacterName: '能源管理岗' }, { phone, dept, job: '主管' });
  await row(
    'energySys',
    { energyOffice: '能源管理办公室' },
    { energyOfficial: '能源部部长', energyOfficialPosition: '部长', phone },
  );
  await row('energyManager', { manager: '能源管理员' }, { phone, dept, trainInfo: '能源管理师培训' });
  await row('energyMonitor', { monitor: '在线监测管理员' }, { phone, dept });
  await row(
    'calculater',
    { calculaterName: '计量管理员' },
    {
      phone,
      dept: meteringDept,
      job: '计量员',
      certificateName: '计量检定员证',
      certificateNo: 'JL-0001',
    },
  );
  await row(
    'energyCertification',
    { director: '能源部部长' },
    { energyPass: '1', passDate: '2024-06-18', passOrg: '能源管理体系认证机构' },
  );
  const [productName, productUnit] = own.product;
  await row('productStructure', { productCode: 'P01' }, { productName, productType: '主产品', productUnit });
  const year = new Date().getUTCFullYear();
  for (const [i, scale] of [1, 0.94].entries())
    await row('outputValue', { countYear: year - 1 - i }, {
      outputValue: 186_000 * scale, addedValue: 41_200 * scale, salesIncome: 179_500 * scale,
    }); // prettier-ignore
  await row(
    'energyConservation',
    { projectName: '空压系统余热回收' },
    {
      projectType: '余热利用',
      improveMeasure: '回收空压机余热供生活热水',
      investmentAmount: 120,
      energySavingAmount: 310,
    },
  );
  for (const [accountType, provider] of own.accounts)
    await row(
      'energyAccount',
      { accountType, accountNo: accountType === '2' ? `${design.code}-1` : `${design.code}-${accountType}` },
      { accountName: design.name, provider },
    );
  await row(
    'materielProduct',
    { produceNo: '0001' },
    { produceName: productName, produceType: 'P', produceUnit: productUnit },
  );
}

/** Energies that come through pipes: code, type of the meters without which a plant has none, item, kgce for each unit. */
const PIPED = [
  ['1500', '4', '全厂用气（日）', 1.33],
  ['3200', undefined, '全厂用热（日）', 34.12],
] as const;

/** Coke that is charged into the furnaces: no meter counts it, the office enters what was weighed. */
export const COKE_ITEM = { dataCode: wholePlant('0900'), statType: '2' } as const;
const COKE = {
  energyTypeCode: '0900',
  inputType: '5',
  convertRation: 0.9714,
  collectItemName: '全厂焦炭（月）',
};

async function enterProcesses(row: Enter, design: PlantDesign, own: Registration): Promise<void> {
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
  const item = {
    energyClassCode: '02',
    energyTypeCode: '3300',
    dataUsageCode: '20',
    inputType: '4',
    convertRation: 0.1229,
  };
  await enterDevices(row, design, item);
  for (const [statType, name] of ['实时', '日', '月', '年'].entries())
    await row(
      'dataCollectConfigure',
      { dataCode: wholePlant('3300'), statType: String(statType) },
      { ...item, collectItemName: `全厂用电（${name}）` },
    );
  await enterAllEnergy(row, item);
  if (design.code === 'steel') await row('dataCollectConfigure', COKE_ITEM, { ...item, ...COKE });
  for (const [energyTypeCode, dataType, collectItemName, convertRation] of PIPED)
    if (dataType === undefined || design.meters.some((meter) => meter.dataType === dataType))
      await row(
        'dataCollectConfigure',
        { dataCode: wholePlant(energyTypeCode), statType: '1' },
        {
          ...item,
          energyClassCode: energyClassOf(energyTypeCode),
          energyTypeCode,
          convertRation,
          collectItemName,
        },
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

/** Enters the machines that use much energy, each with the item in which its day is collected. */
async function enterDevices(row: Enter, design: PlantDesign, item: object): Promise<void> {
  for (const device of devicesOf(design)) {
    const { unit, deviceNo, deviceType, deviceName, deviceNameEn, energyCode, dataCode } = device;
    await row(
      'deviceConfigure',
      { processUnitCode: unit, deviceNo },
      {
        deviceName,
        deviceNameEn,
        deviceType,
        model: device.model,
        location: device.location,
        dept: device.dept,
        usingDate: device.since,
        energyCode,
        energyValue: device.rated,
      },
    );
    const gas = energyCode === '1500';
    await row(
      'dataCollectConfigure',
      { dataCode, statType: '1' },
      {
        ...item,
        energyClassCode: energyClassOf(energyCode),
        energyTypeCode: energyCode,
        ...(gas ? { convertRation: 1.33 } : {}),
        collectItemName: `${deviceName}${gas ? '用气' : '用电'}（日）`,
        collectItemNameEn: `${gas ? 'Natural gas' : 'Electricity'} of ${deviceNameEn.toLowerCase()} (day)`,
        scope: '4',
        processCode: unit.slice(0, 2),
        processUnitCode: unit.slice(2),
        equipmentCode: deviceType,
        equipmentUnitCode: deviceNo.slice(2),
      },
    );
  }
}

/** Enters the items in which all energy together is told. */
async function enterAllEnergy(row: Enter, item: object): Promise<void> {
  for (const [statType, name] of [
    ['1', '日'],
    ['2', '月'],
  ] as const)
    await row(
      'dataCollectConfigure',
      { dataCode: wholePlant('0000'), statType },
      {
        ...item,
        energyTypeCode: '0000',
        convertRation: 1,
        collectItemName: `综合能耗（${name}）`,
        collectItemNameEn: `All energy (${statType === '1' ? 'day' : 'month'})`,
      },
    );
}
