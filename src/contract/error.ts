import type { Text } from './text.ts';

/** Reply codes of the envelope that mean a failure (specification 1 section 7; 901 = session expired). */
export const FAULT_CODES = [400, 403, 404, 409, 413, 423, 429, 500, 503, 901] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

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

/** Another account has signed in in the browser since the page was opened; `data` tells the page so. */
export const otherAccount = (): Fault =>
  new Fault(
    901,
    {
      zh: '此浏览器已登录其他账号，请重新加载页面',
      en: 'Another account has signed in in this browser, load the page anew',
    },
    undefined,
    { otherAccount: 1 },
  );

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

/** The account must have a second factor and has none yet; `data` tells the browser so. */
export const secondFactorDue = (): Fault =>
  new Fault(
    403,
    {
      zh: '此账号须使用两步验证，请先完成设置',
      en: 'The account must sign in with a second factor, set it up first',
    },
    undefined,
    { secondFactorDue: 1 },
  );

/** The account may not do this. */
export const forbidden = (): Fault =>
  new Fault(403, { zh: '没有权限执行此操作', en: 'You have no permission to do this' });

/** The header is missing that a page of another site cannot set. */
export const withoutHeader = (): Fault =>
  new Fault(403, {
    zh: '请求缺少请求头 X-Meterhouse: 1',
    en: 'The call lacks the header X-Meterhouse: 1',
  });

/** The rows are written by the product alone. */
export const keptByProduct = (what: Text): Fault =>
  new Fault(403, {
    zh: `${what.zh}由系统记录，任何人都不能新建、修改或删除`,
    en: `${what.en}: kept by the system, nobody can add, change or delete them`,
  });

/** No row with this id, or none that the account may see. */
export const noSuchRow = (): Fault => new Fault(404, { zh: '记录不存在', en: 'There is no such record' });

/** No call at this address. */
export const noSuchCall = (): Fault => new Fault(404, { zh: '没有这个接口', en: 'no such call' });

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

/**
 * The database does not answer; nothing was changed.
 * @param uncertain the connection was lost between a commit and its answer: the change may be there all the same
 */
export const databaseAway = (uncertain = false): Fault =>
  new Fault(
    503,
    uncertain
      ? {
          zh: '保存时与数据库的连接中断，修改可能已经保存，请先查看，再决定是否重试',
          en: 'The connection to the database was lost while saving: look whether the change is there before you repeat it',
        }
      : {
          zh: '数据库暂时没有应答，请稍后再试',
          en: 'The database does not answer at present, try again in a moment',
        },
  );

/** The upload is larger than is taken. */
export const tooLarge = (megabytes: number): Fault =>
  new Fault(413, {
    zh: `文件过大，最大 ${megabytes} MB`,
    en: `The file is too large, at most ${megabytes} MB`,
  });

/** The disk of the server takes nothing more. */
export const storageFull = (): Fault =>
  new Fault(503, {
    zh: '服务器磁盘已满，未保存任何内容：请联系系统管理员腾出空间后重试',
    en: 'The disk of the server is full: nothing was saved. Ask whoever runs the server to free space, then try again',
  });

/** The server may not write where its files lie. */
export const storageRefused = (): Fault =>
  new Fault(503, {
    zh: '服务器无法写入其数据文件夹，未保存任何内容：请联系系统管理员检查文件夹及其权限后重试',
    en: 'The server may not write into its data folder: nothing was saved. Ask whoever runs the server to check the folder and its rights, then try again',
  });

/** The disk of the server is failing. */
export const storageBroken = (): Fault =>
  new Fault(503, {
    zh: '服务器磁盘读写出错，未保存任何内容：请立即联系系统管理员',
    en: 'The disk of the server reports errors: nothing was saved. Tell whoever runs the server at once',
  });

/** A file is on record, its content is not there. */
export const contentMissing = (): Fault =>
  new Fault(404, {
    zh: '服务器上缺少该文件的内容：请联系系统管理员从备份恢复，或重新上传',
    en: 'The content of the file is missing on the server: ask whoever runs it to restore it from a backup, or upload the file again',
  });
