import {
  ALL,
  READ,
  administered,
  administeredScreen,
  button,
  named,
  operatorButton,
  resourceScreen,
  screen,
  searched,
  subject,
  systemScreen,
  wing,
} from './node.ts';

const sites = subject('Settings.Site', '站点与用能单元', 'Sites and units', [
  resourceScreen('monitorSite', ALL),
  resourceScreen('orgUnit', ALL),
  screen('SDNEquipment.SDNStationTree', '组织与站点树', 'Units and stations'),
  resourceScreen('consumerUnit', ALL),
  resourceScreen('monitorSiteContact', ALL),
  resourceScreen('supplier', ALL),
  resourceScreen('monitorDiagram', ALL),
  resourceScreen('orgFile', ALL),
  searched(resourceScreen('orgExtend', ALL)),
]);

const models = subject('Settings.Model', '型号与数据项', 'Models and data items', [
  resourceScreen('dataItem', READ),
  resourceScreen('limitSet', ALL),
  resourceScreen('deviceModel', READ),
  resourceScreen('registerMap', READ),
  resourceScreen('signalMap', READ),
  resourceScreen('monitorObjectType', READ),
  resourceScreen('unitType', READ),
  resourceScreen('consumerUnitType', READ),
  searched(resourceScreen('dataClassify', READ)),
  searched(resourceScreen('deviceModelFile', READ)),
  searched(resourceScreen('monitorTypeExtend', READ)),
  searched(resourceScreen('monitorTypeData', READ)),
  searched(resourceScreen('graphEntity', READ)),
  searched(resourceScreen('graphEntityParam', READ)),
]);

const accounts = subject('Settings.Account', '账号与权限', 'Accounts and rights', [
  administeredScreen('orgEmployee'),
  resourceScreen('orgRole'),
  administered({
    funCode: 'sys.permission.view',
    name: { zh: '账号权限', en: 'Rights of an account' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNPermission',
    children: [
      operatorButton('sys.orgFun.view', '查看企业可用功能', 'See the functions of an enterprise'),
      operatorButton('sys.orgFun.edit', '设定企业可用功能', 'Set the functions of an enterprise'),
    ],
  }),
  {
    funCode: 'sys.operator.view',
    name: { zh: '运营人员', en: 'Operators' },
    type: 'screen',
    url: '/SDNOperationAdmin/SDNUserAdmin',
    children: [
      operatorButton('sys.operator.import', '导入', 'Import'),
      operatorButton('sys.operator.export', '导出', 'Export'),
    ],
  },
  screen('SDNSysAdmin.SDNDepartment', '部门', 'Departments'),
  resourceScreen('personInfo', ALL),
  resourceScreen('fun'),
]);

const signIn = subject('Settings.SignIn', '登录', 'Sign-in', [
  {
    funCode: 'sys.signInRule.view',
    name: { zh: '登录规则', en: 'Sign-in rules' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNSignInRule',
    children: [operatorButton('sys.signInRule.edit', '修改', 'Change')],
  },
  // Groups and roles of all enterprises: the operator's affair alone.
  {
    funCode: 'sys.singleSignOn.view',
    name: { zh: '单点登录', en: 'Single sign-on' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNSingleSignOn',
    children: [operatorButton('sys.singleSignOn.unlink', '解除关联', 'Unlink an account')],
  },
  resourceScreen('signOnMapping'),
]);

const enterprises = subject('Settings.Enterprise', '企业', 'Enterprises', [
  resourceScreen('consumer', READ),
  resourceScreen('group'),
  resourceScreen('consumerEnergyConfig', ALL),
  resourceScreen('displayBoard', ALL),
  resourceScreen('grafanaAccount', READ),
  searched(systemScreen('orgRestrict', READ)),
  searched(systemScreen('orgConfig', ALL)),
  searched(systemScreen('orgRelation', ALL)),
  searched(systemScreen('app')),
  searched(systemScreen('obj')),
  searched(systemScreen('deviceAuthz', ALL)),
  searched(systemScreen('thirdAccount', ALL)),
]);

const dictionary = subject('Settings.Dictionary', '字典', 'Dictionary', [
  {
    funCode: 'SDNSysAdmin.SDNDataDictionary',
    name: { zh: '数据字典', en: 'Dictionary' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNDataDictionary',
  },
  systemScreen('adminArea', READ),
  systemScreen('industry', READ),
  searched(systemScreen('dictionaryCategory', READ)),
  searched(systemScreen('dictionary', READ)),
  searched(systemScreen('holidayEvent', ALL)),
]);

const messages = subject('Settings.Message', '申请与消息', 'Requests and news', [
  {
    funCode: 'workflow.request',
    name: { zh: '流程办理', en: 'Requests' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNWorkflowRequest',
    enterprise: true,
    children: [
      button('workflow.apply', '发起申请', 'Apply'),
      button('workflow.handle', '处理申请', 'Handle requests'),
      operatorButton('workflow.admin', '查看并终止全部申请', 'See and stop all requests'),
    ],
  },
  screen('SDNCommunication.SDNNotice', '通知', 'Notices'),
  screen('SDNUserAdmin.SDNNewsCenter', '新闻公告', 'News'),
  resourceScreen('post', ALL),
  {
    funCode: 'help.view',
    name: { zh: '帮助', en: 'Help' },
    type: 'screen',
    url: '/SDNUserAdmin/SDNHelp',
    enterprise: true,
    children: [operatorButton('help.edit', '上传资料', 'Upload documents')],
  },
  named(resourceScreen('news'), '新闻管理', 'News management'),
  resourceScreen('helpFaq'),
  resourceScreen('workflow'),
  searched(systemScreen('postReply', ALL)),
  searched(resourceScreen('workflowNode')),
  searched(resourceScreen('workflowNodeOrg')),
  searched(resourceScreen('workflowNodeField')),
  searched(resourceScreen('workflowParam')),
  searched(resourceScreen('workflowControl')),
  searched(resourceScreen('workflowRequest')),
  searched(resourceScreen('workflowParamData')),
  searched(resourceScreen('workflowProcInfo')),
]);

const logs = subject('Settings.Log', '日志与文件', 'Logs and files', [
  {
    funCode: 'SDNSysAdmin.SDNSystemLogs',
    name: { zh: '系统日志', en: 'System logs' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNSystemLogs',
  },
  {
    funCode: 'outbox.view',
    name: { zh: '发件箱', en: 'Outbox' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNOutbox',
    children: [operatorButton('outbox.edit', '重发、取消、测试', 'Send again, cancel, test')],
  },
  {
    funCode: 'SDNSysAdmin.SDNSealedData',
    name: { zh: '封存数据', en: 'Sealed data' },
    type: 'screen',
    url: '/SDNSysAdmin/SDNSealedData',
    children: [
      operatorButton('readingExport.edit', '转存、移出、导回读数', 'Export, take out, bring back readings'),
    ],
  },
  resourceScreen('fileRecord', ALL),
  searched(systemScreen('operLog', READ)),
  searched(systemScreen('accessRecord', READ)),
]);

export const settings = wing('Settings', '设置', 'Settings', 'setting', [
  sites,
  models,
  accounts,
  signIn,
  enterprises,
  dictionary,
  messages,
  logs,
]);
