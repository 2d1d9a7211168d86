// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { MENU, type MenuNode as Shipped } from '#menu/menu.ts';
import { resourceOf } from '#resource/index.ts';
import type { BaseLanguage } from '#contract/text.ts';
import { visibleMenu, type MenuNode } from '../menu.ts';
import { entriesOf, found, soundsOf } from './entries.ts';
import { objectAddress } from './objectAddress.ts';

/** The shipped menu as the server sends it. */
const sent = (node: Shipped, language: BaseLanguage): MenuNode => ({
  funId: 1,
  funCode: node.funCode,
  funName: node.name[language],
  otherName: node.name[language === 'zh' ? 'en' : 'zh'],
  url: node.url ?? null,
  className: null,
  iconName: null,
  place: node.place ?? null,
  children: (node.children ?? []).filter(({ type }) => type !== 'button').map((one) => sent(one, language)),
});
const codesIn = (node: Shipped): string[] => [node.funCode, ...(node.children ?? []).flatMap(codesIn)];
const ALL = codesIn(MENU);
const entries = (language: BaseLanguage, held: readonly string[] = ALL) =>
  entriesOf(visibleMenu([sent(MENU, language)], new Set(held)), held, language);

/** The key of the first hit: `screen …` or `action …`. */
const first = (language: BaseLanguage, text: string): string | undefined =>
  found(entries(language), text)[0]?.key;

// What a plant's energy manager, metering clerk, accountant, electrician and the platform's operator type.
const CHINESE: ReadonlyArray<readonly [asked: string, leads: string]> = [
  ['电费单', 'screen SDNPowerAudit.SDNPowerBill'],
  ['对账', 'screen SDNPowerAudit.SDNPowerBill'],
  ['发票', 'screen price.priceInvoice'],
  ['力调', 'screen SDNPowerAudit.SDNPowerBill'],
  ['功率因数', 'screen SDNPowerAdmin.SDNElectricQualityAnalysis'],
  ['最大需量', 'screen SDNPowerAdmin.SDNDemandAnalysis'],
  ['变压器容量', 'screen price.priceAgreement'],
  ['尖峰', 'screen SDNPowerAdmin.SDNTimeShareAnalysis'],
  ['换表', 'screen archive.ledger.view'],
  ['倍率', 'screen archive.ledger.view'],
  ['抄表', 'screen SDNPowerAdmin.SDNDataInput'],
  ['网关离线', 'screen archive.gateway'],
  ['掉线', 'screen SDNCommunication.SDNMeterCommunication'],
  ['缺数', 'screen SDNCommunication.SDNCollectionRateStatistics'],
  ['单位产品能耗', 'screen SDNPowerAdmin.SDNStandardAnalysis'],
  ['碳排放', 'screen SDNPowerAdmin.SDNCoefficient'],
  ['权限', 'screen sys.orgRole'],
  ['导入数据', 'action importReadings'],
  ['打印电费单', 'action printBill'],
  ['表12', 'screen yunshui.processConfigure'],
  ['值班', 'home electrician'],
  ['告警洪水', 'screen SDNAlertConfig.SDNRTAlertMonitor'],
  ['减负荷', 'screen SDNControl.SDNControlShed'],
  ['SOC', 'screen SDNGuangchuchong.ChunengOverview'],
  ['逆变器', 'screen archive.pvInverter'],
  ['能耗在线监测', 'screen SDNDataUpload.SDNDataUploadManager'],
  ['上报体检', 'screen SDNDataUpload.SDNMetricalCheck'],
  ['报修', 'screen Customer.WorkOrder'],
  ['站点在哪里', 'screen Customer.Map'],
];
const ENGLISH: typeof CHINESE = [
  ['duty', 'home electrician'],
  ['bill', 'screen SDNPowerAudit.SDNPowerBill'],
  ['invoice', 'screen price.priceInvoice'],
  ['power factor', 'screen SDNPowerAdmin.SDNElectricQualityAnalysis'],
  ['Peak demand', 'screen SDNPowerAdmin.SDNDemandAnalysis'],
  ['CT ratio', 'screen archive.ledger.view'],
  ['replace the meter', 'screen archive.ledger.view'],
  ['gateway offline', 'screen archive.gateway'],
  ['meters offline', 'screen SDNCommunication.SDNMeterCommunication'],
  ['missing data', 'screen SDNCommunication.SDNCollectionRateStatistics'],
  ['import readings', 'action importReadings'],
  ['add a meter', 'action archive.ammeter.add'],
  ['add user', 'action sys.orgEmployee.add'],
  ['print the bill', 'action printBill'],
  ['change password', 'action changePassword'],
  ['dark mode', 'action dark'],
  ['enter output', 'action archive.costBenefit.add'],
  ['tariff', 'screen price.priceScheme'],
  ['audit trail', 'screen SDNSysAdmin.SDNSystemLogs'],
  ['CO2', 'screen SDNPowerAdmin.SDNCoefficient'],
  ['form 12', 'screen yunshui.processConfigure'],
  ['alarm flood', 'screen SDNAlertConfig.SDNRTAlertMonitor'],
  ['shed loads', 'screen SDNControl.SDNControlShed'],
  ['state of charge', 'screen SDNGuangchuchong.ChunengOverview'],
  ['wallbox', 'screen archive.chargePile'],
  ['regulator', 'screen SDNDataUpload.SDNDataUploadManager'],
  ['pre-flight', 'screen SDNDataUpload.SDNMetricalCheck'],
  ['my tasks', 'screen Customer.WorkOrder'],
  ['where sites are', 'screen Customer.Map'],
];

describe("people's words lead to the right place at once", () => {
  it.each(CHINESE)('%s', (query, leads) => expect(first('zh', query)).toBe(leads));
  it.each(ENGLISH)('%s', (query, leads) => expect(first('en', query)).toBe(leads));
  it('whichever language the screen speaks', () => {
    for (const [query, leads] of CHINESE.filter(([, at]) => at.startsWith('screen')))
      expect(first('en', query), query).toBe(leads);
    for (const [query, leads] of ENGLISH.filter(([, at]) => at.startsWith('screen')))
      expect(first('zh', query), query).toBe(leads);
  });
});

describe('how a text is compared', () => {
  it('ignores case, width, plural, articles and spaces between characters', () => {
    for (const query of ['ＣＴ　ＲＡＴＩＯ', 'ct  ratios', ' the CT ratio', 'C\u200bT ratio'])
      expect(first('en', query), query).toBe('screen archive.ledger.view');
    expect(first('zh', '电 费 单')).toBe('screen SDNPowerAudit.SDNPowerBill');
  });

  it('puts a name before what begins with it, words for it, what holds it, and pinyin', () => {
    const ranks = (text: string) => found(entries('zh'), text).map(({ rank }) => rank);
    expect(ranks('需量')).toEqual(ranks('需量').toSorted((a, b) => a - b));
    expect(found(entries('zh'), '账号')[0]?.key).toBe('screen sys.orgEmployee');
    expect(first('zh', 'sjlr')).toBe('screen SDNPowerAdmin.SDNDataInput');
    expect(first('zh', 'shujuluru')).toBe('screen SDNPowerAdmin.SDNDataInput');
    expect(first('en', 'sjlr')).toBe('screen SDNPowerAdmin.SDNDataInput');
    expect(soundsOf('1# 电弧炉')).toEqual(['1dhl', '1#dianhulu']);
  });

  it('answers the same question with the same order, and finds words in another order', () => {
    const keys = (text: string) => found(entries('en'), text).map(({ key }) => key);
    expect(keys('demand')).toEqual(keys('demand'));
    expect(keys('analysis demand')[0]).toBe('screen SDNPowerAdmin.SDNDemandAnalysis');
  });

  it('says the word that led to a screen whose name does not hold it', () => {
    const reason = (language: BaseLanguage, text: string) => found(entries(language), text)[0]?.reason;
    expect(reason('zh', '换表')).toBe('换表');
    expect(reason('en', 'invoice')).toBeNull();
    expect(reason('en', '需量分析')).toBe('需量分析');
    expect(reason('en', 'form 12')).toBe('form 12');
  });

  it('takes no address and no function code for a name', () => {
    for (const query of [
      'SDNPowerAudit',
      '/SDNPowerAudit/SDNPowerBill',
      'SDNPowerBill',
      'archive.ammeter',
      'hxyweb',
    ])
      for (const language of ['zh', 'en'] as const)
        expect(found(entries(language), query), query).toEqual([]);
    for (const { name, over, find } of entries('en'))
      expect([name, over, ...find.keywords.map(({ shown }) => shown)].join('\n')).not.toMatch(
        /\/SDN|SDN[A-Z]/,
      );
  });

  it('bears whatever is typed', () => {
    const all = entries('zh');
    for (const query of [
      '',
      '   ',
      '\u0000',
      '😀',
      '(.*)+$[',
      "'; drop table fun; --",
      '%',
      '_',
      '\\',
      '\ud800',
    ])
      expect(found(all, query), JSON.stringify(query)).toEqual([]);
    const begun = performance.now();
    expect(found(all, '电'.repeat(10_000))).toEqual([]);
    expect(found(all, 'a '.repeat(5000))).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});

describe('what is offered', () => {
  const keys = (held: readonly string[]) => entries('en', held).map(({ key }) => key);
  const OWN = ['changePassword', 'security', 'profile', 'records', 'tour', 'language', 'dark', 'light', 'system', 'lock', 'logOut']; // prettier-ignore

  it('is to whoever holds nothing what is his own', () => {
    expect(keys([])).toEqual(OWN.map((one) => `action ${one}`));
  });

  it('needs the function and the screen', () => {
    const up = ['hxyweb', 'Meters', 'Meters.Meter', 'Meters.Input'];
    expect(keys([...up, 'archive.ammeter'])).not.toContain('action archive.ammeter.add');
    expect(keys([...up, 'archive.ammeter.add'])).not.toContain('action archive.ammeter.add');
    expect(keys([...up, 'archive.ammeter', 'archive.ammeter.add'])).toContain('action archive.ammeter.add');
    expect(keys([...up, 'dataInput.import'])).not.toContain('action importReadings');
    expect(keys([...up, 'SDNPowerAdmin.SDNDataInput', 'dataInput.import'])).toContain(
      'action importReadings',
    );
  });

  it.each(['zh', 'en'] as const)('has no two entries of one name in %s', (language) => {
    const names = entries(language).map(({ name }) => name.toLowerCase());
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('has a word in each language for every screen that is a tab', () => {
    const bare = entries('zh').filter(({ kind, find }) => kind === 'screen' && find.keywords.length === 0);
    const searched = new Set<string>();
    const walk = (node: Shipped): void => {
      if (node.place === 'search') searched.add(`screen ${node.funCode}`);
      node.children?.forEach(walk);
    };
    walk(MENU);
    expect(bare.map(({ key }) => key).filter((key) => !searched.has(key))).toEqual([]);
  });
});

describe('where an object leads', () => {
  const meter = { kind: 'meter', id: 7, code: 'A1', name: 'Pump', remark: null, consumerId: 3 } as const;
  it('is its page, of an enterprise its overview or list, nowhere for whoever may see neither', () => {
    const search = { consumer: 3 };
    for (const code of ['SDNMonitoring.Overview', 'archive.ammeter.view', 'SDNMonitoring.MeterRepair'])
      expect(objectAddress(meter, [code])).toEqual({ to: '/Meter/7', search });
    for (const [kind, name] of [
      ['site', 'monitorSite'],
      ['unit', 'orgUnit'],
      ['object', 'monitorObject'],
    ] as const)
      expect(objectAddress({ ...meter, kind }, [`${resourceOf(name).area}.${name}.view`])).toEqual({
        to: '/Object/7',
        search,
      });
    const enterprise = { ...meter, kind: 'consumer' } as const;
    expect(objectAddress(enterprise, ['SDNMonitoring.Overview'])?.to).toBe('/SDNMonitoring/overview');
    expect(objectAddress(enterprise, ['archive.consumer.view'])?.to).toBe(resourceOf('consumer').screen);
    for (const kind of ['meter', 'site', 'unit', 'object', 'consumer'] as const)
      expect(objectAddress({ ...meter, kind }, [])).toBeNull();
    // Whoever sees meters sees no objects by that.
    expect(objectAddress({ ...meter, kind: 'object' }, ['archive.ammeter.view'])).toBeNull();
  });
});
