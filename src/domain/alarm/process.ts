/**
 * How people deal with a record (domain notes 9.2): 0 untreated, 1 confirmed, 2 in work, 3 handled, 4 false or ignored,
 * 5 closed.
 */
export const PROCESS = { untreated: 0, confirmed: 1, working: 2, handled: 3, ignored: 4, closed: 5 } as const;
export type Process = (typeof PROCESS)[keyof typeof PROCESS];

const FROM: Readonly<Record<Process, readonly Process[]>> = {
  [PROCESS.untreated]: [],
  [PROCESS.confirmed]: [PROCESS.untreated],
  [PROCESS.working]: [PROCESS.untreated, PROCESS.confirmed, PROCESS.handled],
  [PROCESS.handled]: [PROCESS.confirmed, PROCESS.working],
  [PROCESS.ignored]: [PROCESS.untreated, PROCESS.confirmed],
  [PROCESS.closed]: [PROCESS.handled, PROCESS.ignored],
};

/** States that are entered with words: what was found, or why nothing is done. */
const WITH_TEXT: readonly Process[] = [PROCESS.confirmed, PROCESS.handled, PROCESS.ignored];

const TEXT_LENGTH = 300;

/** Why a change of process is refused. */
export type ProcessRefusal = 'already' | 'order' | 'text' | 'textTooLong' | 'stillActive';

/**
 * Whether a record may go from one state of process to another; null where it may. `text` is what the person writes.
 * The same state again is `already`: for the person who set it nothing happens, others are told who did.
 */
export function processRefusal(
  from: Process,
  to: Process,
  { text, active }: { readonly text: string; readonly active: boolean },
): ProcessRefusal | null {
  if (from === to) return 'already';
  if (!FROM[to].includes(from)) return 'order';
  if (to === PROCESS.closed && active) return 'stillActive';
  const length = Array.from(text.trim()).length;
  if (WITH_TEXT.includes(to) && length === 0) return 'text';
  return length > TEXT_LENGTH ? 'textTooLong' : null;
}
