let draining = false;

/** From now on `/readyz` says no, so that whoever shares out calls sends them to other processes. */
export function beginDraining(): void {
  draining = true;
}

/** Whether this process is about to stop. */
export const isDraining = (): boolean => draining;
