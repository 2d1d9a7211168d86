import type { Text } from './text.ts';

/** Reply codes of the envelope that mean a failure (specification 1 section 7; 901 = session expired). */
export type FaultCode = 400 | 403 | 404 | 409 | 413 | 423 | 429 | 500 | 503 | 901;

/** A failure that a person is told about: one sentence in both languages, and the field it is about. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly text: Text;
  readonly field: string | undefined;
  readonly data: unknown;

  constructor(code: FaultCode, text: Text, field?: string, data?: unknown) {
    super(text.en);
    this.name = 'Fault';
    this.code = code;
    this.text = text;
    this.field = field;
    this.data = data;
  }
}

/** Bad input; `field` is the name of the parameter or form field at fault. */
export const badInput = (text: Text, field?: string, data?: unknown): Fault =>
  new Fault(400, text, field, data);

/** The session is missing or over: the browser goes to the log-in page. */
export const sessionExpired = (): Fault =>
  new Fault(901, { zh: '登录已失效，请重新登录', en: 'The session has expired, please log in again' });

/** The screen is locked: the session answers nothing until its password is given again. */
export const screenLocked = (): Fault =>
  new Fault(423, {
    zh: '屏幕已锁定，请输入密码解锁',
    en: 'The screen is locked, unlock it with the password',
  });

/** The account must choose another password first; `data` tells the browser so. */
export const passwordDue = (): Fault =>
  new Fault(
    403,
    {
      zh: '密码已到期或为初始密码，请先修改密码',
      en: 'The password has expired or was set by somebody else, change it first',
    },
    undefined,
    { passwordExpired: 1 },
  );

/** The account may not do this. */
export const forbidden = (): Fault =>
  new Fault(403, { zh: '没有权限执行此操作', en: 'You have no permission to do this' });

/** The rows are written by the product alone. */
export const keptByProduct = (what: Text): Fault =>
  new Fault(403, {
    zh: `${what.zh}由系统记录，任何人都不能新建、修改或删除`,
    en: `${what.en}: kept by the system, nobody can add, change or delete them`,
  });

/** No row with this id, or none that the account may see. */
export const noSuchRow = (): Fault => new Fault(404, { zh: '记录不存在', en: 'There is no such record' });

/** No call at this address. */
export const noSuchCall = (): Fault => new Fault(404, { zh: 'no such call', en: 'no such call' });

/** The state of the data forbids it: in use, already there, changed by another. */
export const conflict = (text: Text, field?: string): Fault => new Fault(409, text, field);

/** What a refusal says that goes away when the same is sent again with `confirmed=1`. */
export interface ToConfirm {
  /** What the change would do, a sentence each. */
  readonly confirm: readonly Text[];
}

/** The change can be meant, but does something that a person should know first. */
export const toConfirm = (effects: readonly Text[]): Fault =>
  new Fault(
    409,
    {
      zh: `${effects.map((one) => one.zh).join('')}确认后（confirmed=1）才会保存。`,
      en: `${effects.map((one) => one.en).join(' ')} It is saved only when confirmed (confirmed=1).`,
    },
    undefined,
    { confirm: effects } satisfies ToConfirm,
  );

/** Too many tries; wait. */
export const tooMany = (text: Text, data?: unknown): Fault => new Fault(429, text, undefined, data);

/** The upload is larger than is taken. */
export const tooLarge = (megabytes: number): Fault =>
  new Fault(413, {
    zh: `文件过大，最大 ${megabytes} MB`,
    en: `The file is too large, at most ${megabytes} MB`,
  });
