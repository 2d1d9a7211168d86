/** A value that an expression asks for. */
interface AskedValue {
  /** Data code. */
  readonly code: string;
  readonly name: string;
  /** Of the meter that is asked; '' where there is none. */
  readonly unit: string;
  /** The last value of the meter; null where none is known, or no meter is asked. */
  readonly value: number | null;
}

/** What is said of an expression while it is written. */
export interface ExpressionCheck {
  readonly ok: boolean;
  /** Why it is none; null = it can be judged. */
  readonly message: string | null;
  /** The character at which it goes wrong, 1 = the first; null where it does not. */
  readonly at: number | null;
  readonly values: readonly AskedValue[];
  /** What it says on the meter: true, false, or null where that is not known. */
  readonly truth: boolean | null;
  /** When the newest reading of the meter was taken, ms; null where there is none. */
  readonly asOf: number | null;
}
