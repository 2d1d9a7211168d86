import type { Text } from '#contract/text.ts';

export interface ManualPart {
  readonly title: Text;
  readonly paragraphs: readonly Text[];
}

/** The user manual: what a person does with the product, part by part. */
export const MANUAL: readonly ManualPart[] = [
  {
    title: { zh: '登录与界面', en: 'Log-in and the screen' },
    paragraphs: [
      {
        zh: '用登录名和密码登录；连续输错会锁定一段时间。左侧是菜单，只显示您有权限的页面；页头可以选择企业、语言、皮肤与明暗。',
        en: 'Log in with your user name and password; several wrong tries lock the name for a while. The menu at the left shows the screens that you may use; the header holds enterprise, language, skin, and light or dark.',
      },
      {
        zh: '按 Ctrl+K 查找页面、操作、企业、站点、表计与对象：名称、编号、俗称（如“换表”“发票”）或拼音首字母皆可；按 ? 查看快捷键。筛选条件保存在地址里：后退、刷新、复制地址都回到同一视图。',
        en: 'Ctrl+K finds screens, actions, enterprises, sites, meters and objects by name, code, what people call them (“replace meter”, “invoice”) or pinyin initials; ? lists the keys. Filters are kept in the address: back, reload and a copied address lead to the same view.',
      },
    ],
  },
  {
    title: { zh: '数字的含义', en: 'What the numbers mean' },
    paragraphs: [
      {
        zh: '缺失的数据显示为 --，不会当作 0。数据不完整时带有覆盖率标记；预估、人工、插补、修正的数据都有标签。点击总览中的数字，可以看到它来自哪些读数和修正。',
        en: 'Missing data is shown as --, never as 0. A figure built on less than all data carries its coverage; estimated, manual, interpolated and corrected values say so. A press on a figure of the overview shows the readings and corrections that it came from.',
      },
      {
        zh: '迟到的读数、修正、撤销的导入都会自动触发重算，页面上的数字随之更新。人工修正优先于导入，导入优先于设备。',
        en: 'Late readings, corrections and undone imports are recalculated by themselves. A person’s correction counts before an import, an import before the device.',
      },
    ],
  },
  {
    title: { zh: '监测档案', en: 'The monitoring archive' },
    paragraphs: [
      {
        zh: '先建站点，再建表计；表计可以按上下级组成树。列表支持筛选、排序、选列、行内编辑，以及 Excel 导入导出。导入先试运行：显示新增、变更、相同与有误的行，确认后才写入，有误的行可以下载。',
        en: 'Add the site first, then its meters; meters form a tree. Lists can be filtered, sorted, edited in place, imported from and exported to Excel. An import is tried first: it shows new, changed, same and faulty rows, and writes only when you say so; faulty rows can be downloaded.',
      },
      {
        zh: '换表、改变互感器变比、归零等在“表计履历”中登记，历史用量按当时的表计与倍率计算。',
        en: 'Replacements, changes of ratios and resets are entered under “Meter life”; history is counted with the device and ratio of its time.',
      },
    ],
  },
  {
    title: { zh: '计量档案', en: 'The metering archive' },
    paragraphs: [
      {
        zh: '“计量档案”按审查要求分为六组 37 项，“档案总览”显示各项填写情况。数据编码由工序、单元、设备、能源品种与用途组成，填写各部分即可。',
        en: 'The metering archive has the 37 lists of a review in six groups; its overview shows how far each is filled. A data code is put together of process, unit, device, energy and use: enter the parts.',
      },
      {
        zh: '计量器具可关联平台表计：登记更换后，用量按新旧表底自动衔接。检定记录推算下次检定日期，到期前 90、30 天与当天发出通知，“检定日历”列出全部到期器具。',
        en: 'An instrument may name a meter of the platform: a replacement then joins old and new registers in its consumption. A verification moves the next date; notices come 90 and 30 days before and on the day, and the verification calendar lists all.',
      },
    ],
  },
  {
    title: { zh: '数据录入与修正', en: 'Entering and repairing data' },
    paragraphs: [
      {
        zh: '“数据录入”可以逐条录入，也可以导入任意 .xlsx 或 .csv：说明各列含义，核对日合计，再写入；写入后可以整批撤销。',
        en: '“Data input” takes single values and any .xlsx or .csv: say what its columns mean, look at the day totals, write. A whole import can be undone.',
      },
      {
        zh: '“数据修正”列出异常，可以平移、按比例、插补或剔除；修正前先显示影响，修正可以撤销，原始读数始终保留。',
        en: '“Data repair” lists what is abnormal and shifts, scales, fills or takes out values. The effect is shown first, every repair can be undone, and readings are kept as they came.',
      },
    ],
  },
  {
    title: { zh: '通信与采集', en: 'Gateways' },
    paragraphs: [
      {
        zh: '新建网关时显示一次令牌，请立即保存。网关以该令牌上报读数；令牌可以更换，旧令牌立即失效。',
        en: 'The token of a new gateway is shown once: keep it. The gateway sends readings with it. A new token can be issued; the old one stops at once.',
      },
    ],
  },
  {
    title: { zh: '流程办理', en: 'Requests' },
    paragraphs: [
      {
        zh: '在“流程办理”中点击“发起申请”，选择流程、填写内容并提交。下一处理人阅读之前可以撤回；被退回后可以修改并重新提交。页面上只显示当前允许的操作，全部处理过程保留在“处理记录”中。',
        en: 'Under “Requests” press “New request”, choose a workflow, fill it in and send it. Until the next person has read it you may take it back; when it is sent back you may change it and apply again. Only the actions allowed now are shown, and all that was done is kept in the history.',
      },
      {
        zh: '待办中的申请可以同意、退回（须说明原因）或转交。两人同时处理时，先提交的有效，另一人会收到提示。',
        en: 'What waits for you can be agreed, sent back (with a reason) or handed over. When two act at once the first counts and the other is told.',
      },
    ],
  },
  {
    title: { zh: '账号与权限（运营人员）', en: 'Accounts and rights (operators)' },
    paragraphs: [
      {
        zh: '角色决定能看到的页面和按钮，账号可以有多个角色。企业账号只能看到自己的企业及关联企业。企业也可以在注册页面申请账号，由运营人员在“流程办理”中审批，通过后自动建立企业与账号。',
        en: 'Roles decide which screens and buttons an account has; it may hold several. An enterprise account sees its own and associated enterprises alone. An enterprise can also ask for an account on the registration page; operators decide under “Requests”, and on agreement enterprise and account are made.',
      },
      {
        zh: '“发件箱”列出发出的邮件与短信及其状态；未配置发送方式时会明确说明。',
        en: 'The “Outbox” lists letters and short messages with their state, and says so where a way out is not configured.',
      },
    ],
  },
];
