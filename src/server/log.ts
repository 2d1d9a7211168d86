import pino from 'pino';
import pretty from 'pino-pretty';

const SECRETS = [
  'password',
  'token',
  'cookie',
  'authorization',
  'secret',
  'ticket',
  'code_hash',
  'password_hash',
];

/** What is blotted out wherever it stands in a line, up to three levels down. */
export const redaction = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** The log: lines for a person on a terminal, JSON where it is piped. Secrets never get in. */
export function openLog(level: string): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: redaction,
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(
    options,
    pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }),
  );
}
