import pino from 'pino';
import pretty from 'pino-pretty';
import { openSparing } from './sparing.ts';

/** From this severity of pino's on a line may come again and again. */
const WARN = 40;

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
  const spare = openSparing();
  const options: pino.LoggerOptions = {
    level,
    redact: redaction,
    hooks: {
      logMethod(args, method, severity) {
        const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
        if (severity < WARN || typeof first !== 'string') return method.apply(this, args);
        const line = spare(first);
        if (line !== undefined) method.apply(this, [line, ...rest] as unknown as Parameters<typeof method>);
      },
    },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(
    options,
    pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }),
  );
}
