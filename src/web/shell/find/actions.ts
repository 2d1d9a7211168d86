import { wordsIn, type Keywords } from '#menu/keyword.ts';
import type { Action } from '#contract/permission.ts';
import type { Language, Text } from '#contract/text.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { addressOf } from '../keptSearch.ts';
import type { MenuNode } from '../menu.ts';

/** What the shell itself does. */
export type Deed = 'tour' | 'language' | 'light' | 'dark' | 'system' | 'lock' | 'logOut';

/** Something that people want to do, and the address at which its dialog is open. */
export interface FoundAction {
  readonly key: string;
  readonly name: Text;
  readonly words: Keywords;
  readonly aim: { readonly to: string; readonly search: object } | { readonly run: Deed };
  /** Offered to whom this function is given; everybody has the others. */
  readonly may?: string;
  /** Its screen, which the person's menu must have. */
  readonly page?: string;
}

type Said = readonly [zh: string, en: string, zhWords: string, enWords: string];

const said = ([zh, en, zhWords, enWords]: Said): Pick<FoundAction, 'name' | 'words'> => ({
  name: { zh, en },
  words: { zh: wordsIn(zhWords), en: wordsIn(enWords) },
});

/** An action on a screen of the menu, for those who hold its function. */
const at = (key: string, page: string, search: object, may: string, ...words: Said): FoundAction => ({
  key,
  ...said(words),
  aim: { to: page, search },
  may,
  page,
});

/** A page of one's own, which is in no menu. */
const own = (key: string, to: string, ...words: Said): FoundAction => ({
  key,
  ...said(words),
  aim: { to, search: {} },
});

const deed = (run: Deed, ...words: Said): FoundAction => ({ key: run, ...said(words), aim: { run } });

const INPUT = '/SDNPowerAdmin/SDNDataInput';
const BILL = '/SDNPowerAudit/SDNPowerBill';
const REQUESTS = '/SDNSysAdmin/SDNWorkflowRequest';

/** The actions that no resource gives. */
export const ownActions: readonly FoundAction[] = [
  at('importReadings', INPUT, { view: 'import' }, 'dataInput.import', '导入数据', 'Import readings', '导入读数,导入抄表,导入电量,上传数据,导入Excel', 'import data, upload readings, import energy, import Excel, import file'), // prettier-ignore
  at('enterReading', INPUT, { do: 'entry' }, 'dataInput.add', '录入读数', 'Enter a reading', '手工录入,录入数据,补录一个数,录表底', 'enter value, type in a reading, manual reading'), // prettier-ignore
  at('printBill', BILL, { do: 'print' }, 'SDNPowerAudit.SDNPowerBill', '打印电费单', 'Print the bill', '打印账单,打印', 'print bill, print'), // prettier-ignore
  at('apply', REQUESTS, { do: 'apply' }, 'workflow.apply', '发起申请', 'Apply', '新建申请,提交申请,我要申请', 'new request, make a request'), // prettier-ignore
  own('changePassword', '/SDNUserAdmin/SDNResetPwd', '修改密码', 'Change password', '改密码,换密码,我的密码', 'new password, my password'), // prettier-ignore
  own('security', '/SDNUserAdmin/SDNSecurity', '账号安全', 'Account security', '两步验证,动态口令,双因素,登录设备', 'two-factor, second factor, 2FA, authenticator, my devices, sessions'), // prettier-ignore
  own('profile', '/SDNUserAdmin/SDNUserInfo', '个人信息', 'Profile', '我的资料,头像,我的手机号', 'my profile, picture, my phone'), // prettier-ignore
  own('records', '/SDNUserAdmin/SDNOperateRecords', '操作记录', 'My records', '我做了什么,我的操作', 'what I did, my changes'), // prettier-ignore
  deed('tour', '功能导览', 'Guided tour', '导览,新手引导,怎么用,介绍,入门', 'tour, getting started, show me around, introduction'), // prettier-ignore
  deed('language', '切换为英文（English）', 'Switch to Chinese (中文)', '语言,切换语言,英文,English', 'language, switch language, Chinese'), // prettier-ignore
  deed('dark', '深色外观', 'Dark appearance', '暗色,夜间模式,黑色主题,外观,切换外观', 'dark mode, night mode, theme, appearance, switch appearance'), // prettier-ignore
  deed('light', '浅色外观', 'Light appearance', '亮色,白天模式,主题', 'light mode, day mode'),
  deed('system', '外观跟随系统', 'Appearance as the system', '自动外观', 'automatic appearance'),
  deed('lock', '锁屏', 'Lock the screen', '锁定,离开一下', 'lock, away'),
  deed('logOut', '退出登录', 'Log out', '登出,注销,退出,换账号', 'sign out, logout, leave'),
];

/** What people say for some actions on resources; the others are called by their screen. */
const NAMED: Readonly<Record<string, Said>> = {
  'archive.ammeter.add': [
    '新建表计',
    'Add a meter',
    '新增表计,添加表计,加表,新建电表',
    'new meter, create meter',
  ],
  'archive.ammeter.import': [
    '导入表计',
    'Import meters',
    '导入表计台账,上传表计',
    'import meter list, upload meters',
  ],
  'archive.ammeter.export': ['导出表计', 'Export meters', '导出表计台账', 'export meter list'],
  'archive.gateway.add': [
    '新建网关',
    'Add a gateway',
    '新增网关,添加网关,加网关',
    'new gateway, create gateway',
  ],
  'archive.monitorObject.add': [
    '新建监测对象',
    'Add an object',
    '新增对象,加变压器',
    'new object, add transformer',
  ],
  'archive.monitorSite.add': ['新建站点', 'Add a site', '新增站点,添加站点', 'new site, create site'],
  'archive.device.add': ['新建设备', 'Add equipment', '新增设备,添加设备', 'new device, add device'],
  'archive.consumer.add': [
    '新建企业',
    'Add an enterprise',
    '新增企业,添加公司',
    'new enterprise, add company',
  ],
  'archive.energyReport.add': ['新建报表', 'Add a report', '新增报表,定制报表', 'new report, create report'],
  'archive.costBenefit.add': ['录入产量与成本', 'Enter output and costs', '录入产量,填产量,录入成本', 'enter output, enter production, enter costs'], // prettier-ignore
  'sys.orgEmployee.add': ['新建账号', 'Add an account', '新建用户,新增用户,添加用户,添加账号,开账号', 'add user, new user, create user, new account'], // prettier-ignore
  'sys.orgEmployee.import': ['导入账号', 'Import accounts', '批量开户,导入用户', 'import users'],
  'sys.orgRole.add': ['新建角色', 'Add a role', '新增角色,添加角色', 'new role, create role'],
  'sys.orgUnit.add': ['新建组织', 'Add a unit', '新增车间,添加车间,新增部门', 'new unit, add workshop'],
  'price.priceInvoice.add': ['录入发票', 'Enter an invoice', '新增发票,登记发票', 'add invoice, new invoice'],
  'price.priceScheme.add': [
    '新建电价方案',
    'Add a price scheme',
    '新增电价,添加电价',
    'new tariff, add tariff, add price',
  ],
  'price.priceAgreement.add': ['新建电价协议', 'Add a price agreement', '新增协议,签合同', 'new agreement, add contract'], // prettier-ignore
  'yunshui.gaugeVerifyConfigure.add': ['登记检定', 'Enter a verification', '新增检定,录入检定', 'add verification, record calibration'], // prettier-ignore
};

/** The actions of a list page that have a dialog, by their names with the name of the list. */
const OFFERED: ReadonlyArray<readonly [Action, (list: string) => Text]> = [
  ['add', (list) => ({ zh: `新建：${list}`, en: `Add to: ${list}` })],
  ['import', (list) => ({ zh: `导入：${list}`, en: `Import into: ${list}` })],
  ['export', (list) => ({ zh: `导出：${list}`, en: `Export: ${list}` })],
];

/** Lists that stand at another address than their screen, with what can be done there. */
const ELSEWHERE: Readonly<Record<string, readonly [to: string, actions: readonly Action[]]>> = {
  'archive.monitorObject': ['/SDNEquipment/SDNMonitorObjectList', ['add', 'import', 'export']],
  'archive.gateway': ['/SDNCommunication/SDNGatewayCommunication', ['add']],
  'service.news': ['/SDNOperationAdmin/SDNNews', ['import', 'export']],
};
/** Every tab of the archive is one page; this one shows a form in the place of a list. */
const TABS = '/Archive/$tab';
const FORM = 'yunshui.enterpriseInfo';

/** Where a list's dialogs open, and which; nowhere for a page that is no list. */
function listOf({ funCode, url }: MenuNode): readonly [to: string, actions: readonly Action[]] {
  const elsewhere = ELSEWHERE[funCode];
  if (elsewhere) return elsewhere;
  const page = findPage(pages, addressOf(url));
  const isList = page === undefined || (page.path === TABS && funCode !== FORM);
  return [addressOf(url), isList ? ['add', 'import', 'export'] : []];
}

/** What a person may do on the list of a screen: each leads to the list with its dialog open. */
export function actionsOn(node: MenuNode, held: ReadonlySet<string>, language: Language): FoundAction[] {
  const [to, can] = listOf(node);
  return OFFERED.filter(([action]) => can.includes(action) && held.has(`${node.funCode}.${action}`)).map(
    ([action, nameOf]) => {
      const key = `${node.funCode}.${action}`;
      const aim = { to, search: { do: action } };
      const named = NAMED[key];
      if (named) return { key, ...said(named), aim };
      const shown = nameOf(node.funName);
      const other = nameOf(node.otherName ?? node.funName);
      const name = language === 'zh' ? { zh: shown.zh, en: other.en } : { zh: other.zh, en: shown.en };
      return { key, name, words: { zh: [], en: [] }, aim };
    },
  );
}
