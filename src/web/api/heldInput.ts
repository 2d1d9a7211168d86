// How many dialogs hold what a person typed and did not save.
let holding = 0;

/** From now on something typed would be lost if the page were left. @returns ends it */
export function holdInput(): () => void {
  holding += 1;
  return () => void (holding -= 1);
}

/** Whether something typed would be lost if the page were left. */
export const holdsInput = (): boolean => holding > 0;
