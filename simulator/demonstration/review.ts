import { ENERGY } from '#contract/energyType.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Client } from './client.ts';
import { Desk } from './desk.ts';
import { devicesOf } from './device.ts';
import { type Box, drawnPaper, sendPaper, writtenPaper } from './paper.ts';

const PLAN = 'yunshui/companyPlaninfo';

/** The next step of a plan in each state. */
const NEXT: Readonly<Record<string, string>> = {
  draft: 'issue',
  issued: 'begin',
  selfInspecting: 'submit',
  submitted: 'review',
  reviewing: 'rectify',
  rectifying: 'close',
};

interface PlanView {
  readonly plan: { readonly state: string };
  readonly items: readonly { readonly clauseNo: string }[];
}

interface Figures {
  readonly energyTotal: number | null;
  readonly energyPerValue: number | null;
}

type Answers = Readonly<Record<string, object>>;

/** What reviews of a plant's metering left behind: the lists handed in, the papers, last year's review, this year's. */
export async function enterReview(client: Client, design: PlantDesign, consumerId: number): Promise<void> {
  const desk = new Desk(client);
  for (const list of ['companyCalculater', 'companyDev', 'companyGauges'])
    await client.post(`/api/yunshui/${list}/takeOver`, { orgId: consumerId });
  if (design.code === 'steel') await enterOther(desk, consumerId);
  await enterPowers(client, design, consumerId);
  await filePapers(client, desk, design, consumerId);
  const year = new Date().getUTCFullYear();
  const late = {
    result: 'nonconform',
    severity: '1',
    finding: '蒸汽总管流量计超过检定周期',
    rectifyDeadline: `${year - 1}-10-31`,
    rectifyResult: '已换装检定合格的流量计',
    verifiedBy: '审查组',
  };
  const last = await enterPlan(client, desk, consumerId, year - 1, 'closed', { '6.6': late });
  await enterPlan(client, desk, consumerId, year, 'selfInspecting', {
    '4.3': {},
    '6.6': {},
    '7.2': {},
    '8.1': {},
    '8.2': {},
  });
  await enterInvoiced(client, design, consumerId, year - 2);
  await enterResult(client, desk, consumerId, last, `${design.code.toUpperCase()}-${year - 1}-01`, year - 1);
}

/** An instrument that meters no energy by itself stands on the list alone: the archive has no level for it. */
async function enterOther(desk: Desk, consumerId: number): Promise<void> {
  const lastAlignDate = utcDate(Date.now() - 60 * DAY_MS);
  await desk.ensure(
    'yunshui/companyGauges',
    { consumerId, serNo: 'STEEL-PT-1' },
    {
      meterName: '蒸汽压力变送器',
      meterLevel: '4',
      model: 'PT-1.6',
      precisionLevel: '0.5',
      ranges: '0–1.6 MPa',
      manufacturer: '仪表厂',
      manageNo: 'M-103',
      params: '3200',
      location: '锅炉房',
      alignState: '1',
      alignCycle: 6,
      lastAlignDate,
      alignOrg: '计量检定测试所',
      currentState: '1',
    },
  );
}

interface Handed {
  readonly id: number;
  readonly consumerId: number;
  readonly deviceNo: string;
  readonly ratedPower: number | null;
}

/** The list that is handed in asks for the power of each machine, which the archive keeps as what it is rated for. */
async function enterPowers(client: Client, design: PlantDesign, consumerId: number): Promise<void> {
  const rows = await client.get<readonly Handed[]>('/api/yunshui/companyDev/getall');
  const devices = new Map(devicesOf(design).map((device) => [device.deviceNo, device]));
  for (const { id, deviceNo, ratedPower } of rows.filter((row) => row.consumerId === consumerId)) {
    const device = devices.get(deviceNo);
    if (device?.energyCode === '3300' && ratedPower === null)
      await client.post('/api/yunshui/companyDev/edit', { id, ratedPower: device.rated });
  }
}

/** What the office read on the invoices of the year before the plant was metered, in the units of the annual table. */
const INVOICED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  steel: { 33: 33_600, 15: 2310 },
  campus: { 33: 430 },
};

/** Enters what a plant bought in a year without readings, all of it used for production. */
async function enterInvoiced(
  client: Client,
  design: PlantDesign,
  orgId: number,
  year: number,
): Promise<void> {
  for (const [energyCode, amount] of Object.entries(INVOICED[design.code] ?? {}))
    for (const fieldName of ['realNum', 'industryConsum'])
      await client.post('/api/yunshui/annualTable/saveEntry', {
        orgId,
        year,
        energyCode,
        fieldName,
        fieldValue: String(amount),
        remark: '供应单位发票',
      });
}

/**
 * A plan with its clauses, taken from step to step until `state`; repeated after a start that was cut short, it goes on
 * from where it is. Clauses conform unless `others` says otherwise, an empty answer is one that is still to come.
 */
async function enterPlan(
  client: Client,
  desk: Desk,
  consumerId: number,
  year: number,
  state: string,
  others: Answers,
): Promise<number> {
  const planId = await desk.ensure(
    PLAN,
    { consumerId, planName: `${year} 年能源计量审查` },
    {
      planNameEn: `Metering review ${year}`,
      year,
      checkOrg: '省级计量行政主管部门',
      leader: '审查组长',
      members: '资料审查员、现场审查员',
      basis: '1,2,4',
      startTime: `${year}-09-01`,
      endTime: `${year}-09-30`,
    },
  );
  const look = (): Promise<PlanView> => client.get(`/api/${PLAN}/getPlan`, { id: planId });
  let { plan } = await look();
  if (plan.state === 'draft') {
    const { items } = await client.post<PlanView>(`/api/${PLAN}/addUsualItems`, { checkPlanId: planId });
    const checkItems = items.map(({ clauseNo }) => ({
      clauseNo,
      ...(others[clauseNo] ?? { result: 'conform' }),
    }));
    await client.post(`/api/${PLAN}/commitcheckitems`, {
      checkPlanId: planId,
      checkItems: JSON.stringify(checkItems),
    });
  }
  while (plan.state !== state) {
    const action = NEXT[plan.state];
    if (action === undefined) break;
    ({ plan } = await client.post<PlanView>(`/api/${PLAN}/changeState`, { id: planId, action }));
  }
  return planId;
}

async function enterResult(
  client: Client,
  desk: Desk,
  consumerId: number,
  checkPlanId: number,
  reportNo: string,
  year: number,
): Promise<void> {
  if (await desk.find('yunshui/reviewData', { consumerId, reportNo })) return;
  // A review looks at the year before it: its figures are those of the annual table and the added value.
  const { energyTotal, energyPerValue } = await client.get<Figures>(
    '/api/yunshui/companyAuditinfo/getAuditInfo',
    {
      checkPlanId,
    },
  );
  const summary = '资料与现场审查完成，1 项一般不符合已整改并验证。';
  const report = await writtenPaper(`${year} 年能源计量审查报告`, [
    `报告编号 ${reportNo}`,
    summary,
    '结论：整改后通过。',
  ]);
  await client.upload(
    '/api/yunshui/reviewData/add',
    formOf(report, `${reportNo}.pdf`, {
      consumerId: String(consumerId),
      checkPlanId: String(checkPlanId),
      reportNo,
      conclusion: '2',
      signDate: `${year}-11-10`,
      summary,
      ...(energyTotal === null ? {} : { energyTotal: energyTotal.toFixed(4) }),
      ...(energyPerValue === null ? {} : { energyPerValue: String(energyPerValue) }),
    }),
  );
}

function formOf(file: Blob, fileName: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('upFile', file, fileName);
  return form;
}

/** The papers of the file tabs, by the number of their tab. */
async function filePapers(
  client: Client,
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
): Promise<void> {
  for (const [fileType, title, make] of papersOf(design)) {
    if (await desk.find('yunshui/checkplanCheckfile', { consumerId, fileType })) continue;
    await sendPaper(client, 'yunshui/checkplanCheckfile', title, await make(title), {
      orgId: consumerId,
      type: fileType,
    });
  }
}

type Paper = readonly [fileType: string, title: string, make: (title: string) => Promise<Blob>];

function papersOf(design: PlantDesign): readonly Paper[] {
  const electric = design.meters.filter(({ dataType }) => dataType === ENERGY.electricity);
  const boxOf = (code: string | undefined): string | undefined => {
    const meter = electric.find((one) => one.code === code);
    return meter && `${meter.code} ${meter.name}`;
  };
  const hangingOn = (above: readonly Box[]): Box[] =>
    electric
      .map(({ code, parent }) => ({ name: boxOf(code) ?? code, under: boxOf(parent) }))
      .filter(({ under }) => above.some(({ name }) => name === under));
  const incomers = electric.filter(({ parent }) => parent === undefined);
  const first = incomers.map(({ code }): Box => ({ name: boxOf(code) ?? code }));
  const network = [first, hangingOn(first)].filter((level) => level.length > 0);
  const sites = design.sites.map(({ name }): Box => ({ name }));
  const units = design.units.filter(({ parent }) => parent === undefined).slice(0, 6);
  const offices = ['能源部', '计量室', '生产部'].map((name): Box => ({ name }));
  const making = units.map(({ name }): Box => ({ name, under: '生产部' }));
  const drawn =
    (levels: readonly (readonly Box[])[]) =>
    (title: string): Promise<Blob> =>
      drawnPaper(title, levels);
  const written =
    (...paragraphs: string[]) =>
    (title: string): Promise<Blob> =>
      writtenPaper(title, paragraphs);
  const chain = ['省级计量标准', '企业最高计量标准', '工作计量器具'].map((name): Box[] => [{ name }]);
  return [
    ['19', '能源计量组织机构图', drawn([[{ name: '能源管理办公室' }], offices, making])],
    ['20', '能源计量自查报告', written('对照 JJF 1356 逐条自查。', '发现 1 台流量计超过检定周期，已列入整改。', '其余条款符合要求。')],
    ['21', '能源计量管理制度', written('能源部归口管理能源计量工作。', '计量器具按周期检定，到期前 30 天送检。', '计量数据每日核对，异常当日处理并留下记录。', '计量器具更换须登记拆表与装表读数。')],
    ['22', '能源计量审查报告', written('资料审查与现场评审已完成。', '1 项一般不符合已整改并验证。')],
    ['31', '能源流向图', drawn([[{ name: '外购能源' }], sites])],
    ['32', '能源计量网络图', drawn(network)],
    ['33', '自行检定校准量值传递框图', drawn(chain)],
    ['34', '能源计量器具量值溯源框图', drawn([[{ name: '国家计量基准' }], ...chain])],
  ]; // prettier-ignore
}
