import { createTransport } from 'nodemailer';
import type { FileStore } from '#server/files.ts';
import type { MailConfig } from '#server/outboxConfig.ts';
import { Undelivered } from './carrier.ts';
import type { Carrier } from './carrier.ts';

/** Longest wait for the server: to connect and greet, and between two answers, ms. */
export interface MailPatience {
  readonly connect: number;
  readonly answer: number;
}
const PATIENCE: MailPatience = { connect: 15_000, answer: 60_000 };

/** What nodemailer tells of a failure. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message: string;
}

/**
 * Sends letters by SMTP. A password never travels in the clear: with credentials, a server beyond this machine must
 * offer TLS.
 */
export function mailCarrier(
  config: MailConfig,
  files: Pick<FileStore, 'pathOf'>,
  patience: MailPatience = PATIENCE,
): Carrier {
  const url = new URL(config.url);
  const loopback = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS:
      !secure && (url.searchParams.get('requireTLS') === 'true' || (url.username !== '' && !loopback)),
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    tls: { rejectUnauthorized: url.searchParams.get('rejectUnauthorized') !== 'false' },
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    socketTimeout: patience.answer,
    disableFileAccess: false,
    disableUrlAccess: true,
  });
  const host = /@([^\s<>]+?)>?$/.exec(config.from)?.[1] ?? 'localhost';
  return {
    async send(letter) {
      try {
        const info = await transport.sendMail({
          from: config.from,
          to: letter.recipient,
          subject: letter.subject ?? '',
          text: letter.body,
          ...(letter.html === null ? {} : { html: letter.html }),
          // The same letter sent twice, after a crash between sending and noting it, bears the same id.
          messageId: `<outbox-${letter.id}@${host}>`,
          attachments: letter.attachments.map((one) => ({
            filename: one.fileName,
            path: files.pathOf(one.sha256),
            contentType: one.mimeType,
          })),
        });
        const refused = info.rejected.map(String).join(', ');
        return refused === ''
          ? null
          : { zh: `以下地址被拒收：${refused}`, en: `These addresses were refused: ${refused}` };
      } catch (error) {
        throw undeliveredOf(error as SmtpFailure);
      }
    },
  };
}

const REFUSES_LOGIN = { zh: '邮件服务器拒绝登录', en: 'The mail server refuses the log-in' };
const NO_TLS = {
  zh: '邮件服务器的加密连接不可用或证书不可信',
  en: 'The mail server offers no encryption, or its certificate is not trusted',
};

/** Log-in, TLS and replies 5xx stay as they are until somebody acts; 4xx and the network may pass. */
function undeliveredOf({ code, responseCode, response, message }: SmtpFailure): Undelivered {
  const said = (response ?? message).replace(/\s+/g, ' ').slice(0, 200);
  if (code === 'EAUTH') return new Undelivered(REFUSES_LOGIN, true);
  if (code === 'ETLS' || /certificate|self.signed/i.test(message)) return new Undelivered(NO_TLS, true);
  if (responseCode !== undefined && responseCode >= 500)
    return new Undelivered(
      { zh: `邮件服务器拒收：${said}`, en: `The mail server refuses it: ${said}` },
      true,
    );
  if (responseCode !== undefined)
    return new Undelivered(
      { zh: `邮件服务器暂不接收：${said}`, en: `The mail server does not take it now: ${said}` },
      false,
    );
  if (code === 'ENOENT')
    return new Undelivered({ zh: '附件文件已不存在', en: 'An attached file is gone' }, true);
  return new Undelivered(
    {
      zh: `无法连接邮件服务器（${code ?? said}）`,
      en: `The mail server cannot be reached (${code ?? said})`,
    },
    false,
  );
}
