import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishNameOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { resourceOf } from '#resource/index.ts';
import { add } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';

// The tables as the specification tells them (specification 1 sections 3, 4 and 7), asked through their calls.

const AT = '/api/yunshui';
type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let mine: WholeEnterprise;
let client: Client;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
  client = mine.client;
  await add(await product.operator(), 'deviceConfigure', {
    ...sampleRow(resourceOf('deviceConfigure'), mine),
    deviceNo: '0301',
  });
});
afterAll(() => product.close());

/** A good row of a table; what is collected is told apart by its use. */
function goodRow(resource: string): Record<string, unknown> {
  const { dataCode, ...row } = sampleRow(resourceOf(resource), mine);
  return resource === 'dataCollectConfigure' ? { ...row, dataUsageCode: '10' } : { ...row, dataCode };
}

const post = <T>(path: string, params: Readonly<Record<string, unknown>>) => client.post<T>(path, params);
const sheet = async (resource: string, fields: string, language: 'zh' | 'en', id = 0): Promise<string[]> => {
  const { body } = await client.in(language).download(`${AT}/${resource}/exportdatatable`, {
    dataTable: { filters: id ? [{ field: 'id', op: 'eq', value: id }] : [] },
    fieldName: fields,
    format: 'csv',
  });
  return body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
};

describe('the columns', () => {
  it.each([
    ['contacter', 'contacterName phone dept job fax email'],
    ['energySys', 'energyOffice energyOfficial energyOfficialPosition phone fax'],
    ['energyManager', 'manager phone dept job trainInfo'],
    ['energyMonitor', 'monitor phone dept job'],
    ['calculater', 'calculaterName phone dept job technicalPost certificate certificateName certificateNo'],
    ['energyCertification', 'energyPass director phone passDate passOrg'],
    ['productStructure', 'productName productCode productType productUnit'],
    ['outputValue', 'countYear outputValue addedValue salesIncome'],
    [
      'energyConservation',
      'projectType projectName improveMeasure investmentAmount projectTimeline energySavingAmount',
    ],
    ['energyAccount', 'accountType accountNo accountName provider'],
    ['materielProduct', 'produceName produceNo produceType produceUnit'],
    ['processConfigure', 'processCode processName'],
    ['unitConfigure', 'unitCode unitName processCode commDate designedCapacity'],
    [
      'deviceConfigure',
      'deviceName deviceNo model location dept deviceType usingDate currentState energyCode energyValue processUnitCode',
    ],
    [
      'dataCollectConfigure',
      `collectItemName dataCode processCode processUnitCode equipmentCode equipmentUnitCode energyClassCode
      energyTypeCode dataUsageCode inputType dataValueMax dataValueMin statType collectSystemName convertRation scope`,
    ],
    [
      'gaugeConfigure',
      `meterName gaugeCode meterType meterLevel params dataCode reportArithmetic reportRatio manufacturer model
      precisionLevel ranges manageNo alignState alignCycle lastAlignDate nextAlignDate alignOrg unAlignReason location
      installer installTime linkSys currentState stateChangeTime serNo barCode paramsType`,
    ],
    [
      'gaugeReplaceConfigure',
      'replacedSerno replacedManageNo replacedBarCode installSerNo installManageNo installBarCode installTime',
    ],
    ['gaugeVerifyConfigure', 'serNo manageNo barCode verifyOrg verifyTime'],
  ])('of %s are stored and told', async (resource, columns) => {
    const wanted = [...columns.trim().split(/\s+/), 'remark'];
    const given = goodRow(resource);
    // Every column can be given, and what was given is told.
    const { id } = ok(await post<Row>(`${AT}/${resource}/add`, given));
    const { list } = ok(
      await post<Page<Row>>(`${AT}/${resource}/getdatatable`, {
        dataTable: JSON.stringify({ filters: [{ field: 'id', op: 'eq', value: id }] }),
      }),
    );
    expect(Object.keys(list[0] ?? {})).toEqual(expect.arrayContaining(wanted));
    const reported = wanted.filter((column) => given[column] !== undefined);
    expect(list[0]).toMatchObject(Object.fromEntries(reported.map((column) => [column, given[column]])));
    const [head = ''] = await sheet(resource, wanted.join(','), 'en', id);
    // Behind a name that an import finds its row by stands the English one.
    const english = wanted.filter((column) => englishNameOf(resourceOf(resource), column) !== undefined);
    // A comma within quotes is part of a label.
    expect(head.replace(/"[^"]*"/g, '').split(',')).toHaveLength(wanted.length + english.length);
    ok(await post(`${AT}/${resource}/del`, { id }));
  });

  it('say their units: ten thousand yuan, tce a year, months', async () => {
    const heads = async (resource: string, fields: string) => [
      (await sheet(resource, fields, 'zh'))[0],
      (await sheet(resource, fields, 'en'))[0],
    ];
    const [zh, en] = await heads('outputValue', 'outputValue,addedValue,salesIncome');
    expect(zh?.match(/万元/g)).toHaveLength(3);
    expect(en?.match(/10,000 yuan/g)).toHaveLength(3);
    expect(await heads('energyConservation', 'energySavingAmount')).toEqual([
      '节能量 (tce/a)',
      'Energy saved (tce/a)',
    ]);
    expect(await heads('gaugeConfigure', 'alignCycle')).toEqual([
      '检定周期（月）',
      'Verification cycle (months)',
    ]);
  });

  it.each([
    ['deviceConfigure', 'energyCode', '3300,0100', ['3300', '0100']],
    ['dataCollectConfigure', 'energyTypeCode', '01,0100,0104', ['01', '0100', '0104']],
  ])('of %s hold several codes in %s, parted by commas', async (resource, field, list, codes) => {
    const classes = resource === 'dataCollectConfigure' ? { energyClassCode: '01' } : {};
    const row = ok(
      await post<Row>(`${AT}/${resource}/add`, { ...goodRow(resource), ...classes, [field]: list }),
    );
    expect(row[field]).toEqual(codes);
    expect(await post(`${AT}/${resource}/edit`, { id: row.id, [field]: `${list},toolong` })).toMatchObject({
      code: 400,
      field,
    });
    const [, cell = ''] = await sheet(resource, field, 'zh', row.id);
    expect(cell.replaceAll('"', '').split(/[,、]\s*/)).toHaveLength(codes.length);
    ok(await post(`${AT}/${resource}/del`, { id: row.id }));
  });
});

describe('displayed values', () => {
  const condition = { 1: ['正常', 'Normal'], 2: ['故障', 'Faulty'], 3: ['停用', 'Out of service'] };
  const process = { processCode: '01', processUnitCode: '01' };
  /** What a row of a scope needs beside it. */
  const placed: Readonly<Record<string, object>> = {
    2: { processCode: '01' },
    3: process,
    4: { ...process, equipmentCode: '03', equipmentUnitCode: '01' },
  };
  it.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    ['energyAccount', 'accountType', { 1: ['水', 'Water'], 2: ['电', 'Electricity'], 3: ['气', 'Gas'] }],
    [
      'materielProduct',
      'produceType',
      {
        P: ['主产品', 'Main product'],
        M: ['中间产品', 'Intermediate product'],
        S: ['原辅材料', 'Raw or auxiliary material'],
      },
    ],
    [
      'dataCollectConfigure',
      'statType',
      { 0: ['实时', 'Real time'], 1: ['日', 'Daily'], 2: ['月', 'Monthly'], 3: ['年', 'Yearly'] },
    ],
    [
      'dataCollectConfigure',
      'scope',
      {
        1: ['全厂', 'Whole plant'],
        2: ['生产工序', 'Production process'],
        3: ['工序单元', 'Process unit'],
        4: ['重点用能设备', 'Key energy device'],
      },
    ],
    ['energyCertification', 'energyPass', { 1: ['已通过', 'Passed'], 0: ['未通过', 'Not yet passed'] }],
    [
      'gaugeConfigure',
      'paramsType',
      {
        '01': ['一次能源', 'Primary energy'],
        '02': ['二次能源', 'Secondary energy'],
        '03': ['耗能工质', 'Energy-carrying medium'],
        '04': ['非能源类产品', 'Non-energy product'],
        21: ['企业自定义物料', 'Enterprise-defined material'],
      },
    ],
    ['gaugeConfigure', 'currentState', condition],
    ['deviceConfigure', 'currentState', condition],
    [
      'gaugeConfigure',
      'linkSys',
      {
        '01': ['企业自有管理系统', "The enterprise's own system"],
        '02': ['能源供应单位系统', "The energy supplier's system"],
      },
    ],
    [
      'gaugeConfigure',
      'installer',
      {
        1: ['用能单位', 'The energy user'],
        2: ['能源供应单位', 'Energy supplier'],
        3: ['第三方公司', 'Third-party company'],
      },
    ],
    ['gaugeConfigure', 'alignState', { 0: ['不合格', 'Unqualified'], 1: ['合格', 'Qualified'] }],
    [
      'gaugeConfigure',
      'reportArithmetic',
      { 1: ['加', 'Add'], 2: ['减', 'Subtract'], 3: ['乘', 'Multiply'], 4: ['除', 'Divide'] },
    ],
    [
      'gaugeConfigure',
      'meterLevel',
      {
        1: ['进出用能单位', 'In and out of the unit'],
        2: ['主要次级用能单位', 'Main secondary unit'],
        3: ['主要用能设备', 'Main energy device'],
      },
    ],
  ])('of %s, %s are these and no other', async (resource, field, words) => {
    const row = goodRow(resource);
    for (const [value, [zh, en]] of Object.entries(words)) {
      const more = field === 'scope' ? placed[value] : {};
      const reply = await post<Row>(`${AT}/${resource}/add`, { ...row, ...more, [field]: value });
      const { id, [field]: reported } = ok(reply);
      expect(reported).toBe(value);
      expect((await sheet(resource, field, 'zh', id))[1]).toBe(zh);
      expect((await sheet(resource, field, 'en', id))[1]).toBe(en);
      ok(await post(`${AT}/${resource}/del`, { id }));
    }
    const known = new Set(Object.keys(words));
    for (const other of ['0', '1', '4', '5', '03', '05', '22', 'X'].filter((one) => !known.has(one)))
      expect(await post(`${AT}/${resource}/add`, { ...row, [field]: other })).toMatchObject({
        code: 400,
        field,
      });
  });
});

describe('the provincial variant', () => {
  it.each(['enterpriseInfo', 'processConfigure', 'unitConfigure', 'dataCollectConfigure'])(
    'of %s answers for the same rows',
    async (resource) => {
      const { id } = ok(await post<Row>(`/api/hunan/${resource}/add`, goodRow(resource)));
      ok(await post(`${AT}/${resource}/edit`, { id, remark: 'seen from both' }));
      for (const area of ['hunan', 'yunshui']) {
        const { list } = ok(await post<Page<Row>>(`/api/${area}/${resource}/getdatatable`, {}));
        expect(list.find((row) => row.id === id)).toMatchObject({ remark: 'seen from both' });
      }
      ok(await post(`/api/hunan/${resource}/del`, { id }));
      expect((await client.get(`${AT}/${resource}/get`, { id })).code).toBe(404);
    },
  );

  it('is of these alone; results of reviews have one address', async () => {
    expect((await post('/api/hunan/contacter/getdatatable', {})).code).toBe(404);
    expect((await post('/api/hunan/reviewData/getdatatable', {})).code).toBe(404);
    expect(ok(await post(`${AT}/reviewData/getdatatable`, {}))).toMatchObject({ list: [] });
  });
});

describe('the list of what is collected', () => {
  it('is asked for by enterprise and by how often it is collected', async () => {
    const { id } = ok(
      await post<Row>(`${AT}/dataCollectConfigure/add`, {
        ...goodRow('dataCollectConfigure'),
        statType: '3',
      }),
    );
    const operator = await product.operator();
    const ask = async (statType: string, orgId = mine.consumerId) =>
      ok(await operator.get<Row[]>(`${AT}/dataCollectConfigure/getList`, { orgId, statType })).map(
        (row) => row.id,
      );
    expect(await ask('3')).toEqual([id]);
    expect(await ask('1')).not.toContain(id);
    expect(await ask('3', mine.siteId)).toEqual([]);
    ok(await post(`${AT}/dataCollectConfigure/del`, { id }));
  });
});
