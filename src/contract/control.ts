import type { Text } from './text.ts';

/** Where a command stands (watch.md section 4). The last six are ends. */
export const COMMAND_STATES = {
  requested: { zh: '待批准', en: 'Waiting for approval' },
  approved: { zh: '已批准', en: 'Approved' },
  selected: { zh: '已选择', en: 'Selected' },
  operating: { zh: '执行中', en: 'Operating' },
  acknowledged: { zh: '已应答，返校中', en: 'Acknowledged, reading back' },
  verified: { zh: '一致', en: 'Verified' },
  mismatch: { zh: '不一致', en: 'Mismatch' },
  unknown: { zh: '未知', en: 'Unknown' },
  refused: { zh: '拒绝', en: 'Refused' },
  expired: { zh: '过期', en: 'Expired' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Readonly<Record<string, Text>>;
export type CommandState = keyof typeof COMMAND_STATES;

/** Why a point may not be operated, or a command came to nothing. */
export const CONTROL_REASONS = {
  sessionOver: { zh: '登录已失效', en: 'The session is over' },
  notSeen: { zh: '不在账号范围内', en: 'Not within what the account sees' },
  noRight: { zh: '没有此操作的权限', en: 'No permission for this' },
  outOfUse: { zh: '已停用', en: 'Out of use' },
  notWired: { zh: '未接线', en: 'Not wired' },
  channelOff: { zh: '通道或网关已停用', en: 'The channel or gateway is out of use' },
  notAllowed: {
    zh: '通道未允许拉合闸，或未设表计密码',
    en: 'The channel does not allow relays, or the password of the meter is not set',
  },
  positionUnknown: { zh: '位置未知', en: 'The position is not known' },
  tagged: { zh: '检修挂牌', en: 'Maintenance tag' },
  busy: { zh: '有操作在进行', en: 'Another command is under way' },
  deviceAway: { zh: '设备无应答，未发出报文', en: 'The device does not answer; nothing was sent' },
  tooSoon: { zh: '距上次操作不足 5 秒', en: 'Less than 5 s after the last operation' },
  tooManyOfPoint: { zh: '该点每分钟至多操作 10 次', en: 'At most 10 operations of a point in a minute' },
  tooManyOfPerson: { zh: '每人每小时至多操作 60 次', en: 'At most 60 operations of a person in an hour' },
  interlock: { zh: '联锁条件不满足', en: 'An interlock does not hold' },
  minimumOff: { zh: '未到最短停运时间', en: 'The minimum time off is not over' },
  ownRequest: { zh: '批准人不能是申请人', en: 'Nobody approves an own request' },
  notApproved: { zh: '尚未批准', en: 'Not approved yet' },
  notOwn: { zh: '由他人选择', en: 'Selected by somebody else' },
  twoPersons: { zh: '须两人操作', en: 'Two persons are needed' },
  selectFirst: { zh: '须先选择再执行', en: 'It must be selected first, then operated' },
  passwordDue: { zh: '请输入本人密码', en: 'The own password is needed' },
  state: { zh: '此命令已不在可执行的状态', en: 'The command is past this step' },
  turnedDown: { zh: '批准人未同意', en: 'The approver turned it down' },
  byDevice: { zh: '设备拒绝', en: 'The device refused it' },
  noAnswer: { zh: '设备无应答，不重发', en: 'No answer of the device; it is not sent again' },
  failed: {
    zh: '设备报告失败，是否动作未知，不重发',
    en: 'The device reported a failure; whether it moved is not known, and it is not sent again',
  },
  badEcho: { zh: '应答与命令不符', en: 'The answer does not match the command' },
  rewired: {
    zh: '选择后接线已更改，请重新选择',
    en: 'The wiring was changed since it was selected; select it anew',
  },
  senderGone: { zh: '发送进程中断，不重发', en: 'The sender was interrupted; it is not sent again' },
  notMoved: { zh: '已应答，位置未到', en: 'Acknowledged, but the position is another' },
  notSteady: { zh: '位置未能稳定证实', en: 'The position could not be proven steady' },
  notRead: { zh: '未能读回位置', en: 'The position could not be read back' },
  late: { zh: '已过期，未发出报文', en: 'Too late; nothing was sent' },
  notArmed: { zh: '联动控制未经授权启用', en: 'The linkage has not been enabled with a password' },
  byPerson: { zh: '由人取消', en: 'Taken back by a person' },
} as const satisfies Readonly<Record<string, Text>>;
export type ControlReason = keyof typeof CONTROL_REASONS;

/** The rights of control, each a function code of its own; `wire`: which registers and relays are written. */
export const CONTROL_ACTS = ['view', 'select', 'operate', 'approve', 'tag', 'wire'] as const;
export type ControlAct = (typeof CONTROL_ACTS)[number];

/** How long a selection holds, how long a command may wait for its sender, and a request for somebody to approve it; ms. */
export const SELECT_MS = 30_000;
export const OPERATE_MS = 10_000;
export const REQUEST_MS = 600_000;
/** A password holds for so long within its session, ms. */
export const PROOF_MS = 600_000;
/** A person waits at least so long between two operations of a point, ms. */
export const PAUSE_MS = 5000;
export const MOST_OF_POINT = 10;
export const MOST_OF_PERSON = 60;
