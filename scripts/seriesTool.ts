import { ConfigError } from '#server/config.ts';
import { sentenceOf } from '#server/database/away.ts';
import type { Log } from '#server/database/log.ts';

const log: Log = {
  info: (message) => void process.stdout.write(`${message}\n`),
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};

/** Runs a tool on the series with at most so many arguments; a fault is one sentence. @returns by the tool: its exit code */
export async function runSeriesTool(
  { most, usage }: { readonly most: number; readonly usage: string },
  tool: (given: readonly string[], log: Log) => Promise<number>,
): Promise<void> {
  const given = process.argv.slice(2);
  try {
    if (given.length > most) throw new ConfigError(`Type: ${usage}`);
    process.exitCode = await tool(given, log);
  } catch (error) {
    log.error(sentenceOf(error));
    process.exitCode = error instanceof ConfigError ? ConfigError.EXIT_CODE : 1;
  }
}
