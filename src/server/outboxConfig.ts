import { ConfigError } from './configError.ts';

/** How letters leave: an address `smtp://user:password@host:port` (or `smtps://`) and the sender. */
export interface MailConfig {
  readonly url: string;
  readonly from: string;
}

/** How short messages leave: an HTTP gateway and the key that signs what is sent to it. */
export interface SmsConfig {
  readonly url: string;
  readonly key: string;
}

/** Ways out; null = not configured. */
export interface OutboxConfig {
  readonly mail: MailConfig | null;
  readonly sms: SmsConfig | null;
}

type Env = Readonly<Record<string, string | undefined>>;

const FROM = /^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const KEY_LENGTH = 16;

/** Reads SMTP_URL with MAIL_FROM, and SMS_URL with SMS_KEY. Values are not repeated in messages. @throws ConfigError */
export function readOutboxConfig(env: Env): OutboxConfig {
  const mail = pair(env, 'SMTP_URL', 'MAIL_FROM');
  const sms = pair(env, 'SMS_URL', 'SMS_KEY');
  if (mail) {
    const url = URL.parse(mail[0]);
    if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
      throw new ConfigError('SMTP_URL must be an address of the form smtp://… or smtps://….');
    if (!FROM.test(mail[1]))
      throw new ConfigError(
        'MAIL_FROM must be an e-mail address, or a name and an address: Name <a@example.com>.',
      );
  }
  if (sms) {
    const url = URL.parse(sms[0]);
    if (!url || !['http:', 'https:'].includes(url.protocol))
      throw new ConfigError('SMS_URL must be an address of the form https://….');
    if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
      throw new ConfigError('SMS_URL must begin with https:// where the gateway is not on this machine.');
    if (sms[1].length < KEY_LENGTH)
      throw new ConfigError(`SMS_KEY must have at least ${KEY_LENGTH} characters.`);
  }
  return {
    mail: mail && { url: mail[0], from: mail[1] },
    sms: sms && { url: sms[0], key: sms[1] },
  };
}

/** Two settings that are given together or not at all. */
function pair(env: Env, first: string, second: string): [string, string] | null {
  const [a, b] = [env[first]?.trim() || undefined, env[second]?.trim() || undefined];
  if (a === undefined && b === undefined) return null;
  if (a === undefined || b === undefined)
    throw new ConfigError(
      `${first} and ${second} are given together: ${a === undefined ? first : second} is missing.`,
    );
  return [a, b];
}
