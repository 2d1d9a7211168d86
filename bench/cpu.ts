import { readdirSync, readFileSync } from 'node:fs';
import { descendants } from './memory.ts';

const TICKS_PER_SECOND = 100;

/** Processor time that a product and its database have used, s (Linux only). */
export const cpuOfTree = (pid: number): number =>
  [pid, ...descendants(pid)].reduce((sum, one) => sum + (cpuOf(one) || 0), 0);

/** Processor time that a process has used, s; NaN where it cannot be read. */
export const cpuOf = (pid: number): number => cpuAt(`/proc/${pid}/stat`);

/** Processor time that the threads of a name have used in a process, s. */
export function cpuOfThread(pid: number, name: string): number {
  const tasks = `/proc/${pid}/task`;
  const named = readdirSync(tasks).filter(
    (id) => readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === name,
  );
  return named.reduce((sum, id) => sum + (cpuAt(`${tasks}/${id}/stat`) || 0), 0);
}

function cpuAt(path: string): number {
  try {
    const stat = readFileSync(path, 'utf8');
    // The name of the process may hold anything up to its last bracket.
    const cells = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(cells[11]) + Number(cells[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}
