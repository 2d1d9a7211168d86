import { spawn } from 'node:child_process';
import type { Launch } from './privilege.ts';

/** The environment PostgreSQL's programs get: what the person's shell says about locale or PG* must not matter. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const entries = kept.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...(Object.fromEntries(entries) as NodeJS.ProcessEnv), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Runs a program to its end.
 * @returns its exit code and everything it wrote.
 * @throws Error with a sentence when it cannot be started at all.
 */
export function runCommand(
  file: string,
  args: readonly string[],
  launch: Pick<Launch, 'prefix' | 'uid' | 'gid'> = { prefix: [] },
): Promise<{ code: number; output: string }> {
  const [command = file, ...rest] = [...launch.prefix, file, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      uid: launch.uid,
      gid: launch.gid,
      windowsHide: true,
    });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString('utf8'));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => reject(spawnFault(command, error)));
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}ended by ${signal}` : output }),
    );
  });
}

/** What went wrong when a program could not be started, as a sentence. */
export function spawnFault(command: string, error: NodeJS.ErrnoException): Error {
  const reasons: Record<string, string> = {
    ENOENT: 'the file, or the system library it needs, does not exist',
    EACCES: 'this user may not run it',
    ENOEXEC: 'it is not made for this machine',
    EAGAIN: 'the system allows no more processes',
    ENOMEM: 'there is not enough memory',
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new Error(`PostgreSQL could not be started: ${command}: ${reason}.`, { cause: error });
}
