import pino from 'pino';
import pretty from 'pino-pretty';

/** The log: lines for a person on a terminal, JSON where it is piped. Secrets never get in. */
export function openLog(level: string): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'password', 'token'],
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(
    options,
    pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }),
  );
}
