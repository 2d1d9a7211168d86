import { ConfigError } from '#server/config.ts';
import { sentenceOf } from '#server/database/away.ts';
import type { Log } from '#server/database/log.ts';

const log: Log = {
  info: (message) => void process.stdout.write(`${message}\n`),
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};

/** Runs a command-line tool with one argument; a fault is one sentence and an exit code. */
export async function runTool(
  name: string,
  tool: (argument: string, log: Log) => Promise<void>,
): Promise<void> {
  const [argument, ...more] = process.argv.slice(2);
  if (argument === undefined || more.length > 0) {
    log.error(`Type: npm run ${name} -- FILE.tar (or a folder)`);
    process.exitCode = ConfigError.EXIT_CODE;
    return;
  }
  try {
    await tool(argument, log);
  } catch (error) {
    log.error(sentenceOf(error));
    process.exitCode = error instanceof ConfigError ? ConfigError.EXIT_CODE : 1;
  }
}
