import type { Text } from '#contract/text.ts';

/** Ways out. */
export const CHANNELS = {
  mail: { zh: '邮件', en: 'Mail' },
  sms: { zh: '短信', en: 'Short message' },
} as const satisfies Readonly<Record<string, Text>>;
export type Channel = keyof typeof CHANNELS;

/** What a message is for; `code` carries a code that must not be read by others. */
export const PURPOSES = {
  code: { zh: '验证码', en: 'Verification code' },
  account: { zh: '账号', en: 'Account' },
  alarm: { zh: '告警', en: 'Alarm' },
  workflow: { zh: '流程', en: 'Workflow' },
  report: { zh: '报表', en: 'Report' },
  notice: { zh: '通知', en: 'Notice' },
  test: { zh: '测试', en: 'Test' },
} as const satisfies Readonly<Record<string, Text>>;
export type Purpose = keyof typeof PURPOSES;

/** States of a message; `sending` = handed to the carrier, no answer yet. */
export const OUTBOX_STATES = {
  waiting: { zh: '待发送', en: 'Waiting' },
  sending: { zh: '发送中', en: 'Sending' },
  sent: { zh: '已发送', en: 'Sent' },
  failed: { zh: '失败', en: 'Failed' },
  notConfigured: { zh: '未配置', en: 'Not configured' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
} as const satisfies Readonly<Record<string, Text>>;
export type OutboxState = keyof typeof OUTBOX_STATES;

/** A message as operators see it; secrets in the text are masked. */
export interface OutboxRow {
  readonly id: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  readonly purpose: Purpose;
  readonly state: OutboxState;
  readonly tries: number;
  readonly error: string | null;
  readonly consumerId: number | null;
  readonly consumerName: string | null;
  readonly attachments: readonly string[];
  readonly createdAt: string;
  readonly dueAt: string;
  readonly sentAt: string | null;
}

/** Whether the ways out are set up. */
export interface OutboxSetup {
  readonly mail: boolean;
  readonly sms: boolean;
}
