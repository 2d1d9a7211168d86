/**
 * White space behind what the product publishes at an external broker, no part of the JSON before it: the device and
 * gateway API uses the same topics in both directions, so that our own words come back to whichever process listens.
 */
const SEAL = '\n\t \t\n';
const BYTES = Array.from(SEAL, (letter) => letter.charCodeAt(0));

export const sealed = (payload: string): string => `${payload}${SEAL}`;

/** Whether a message is one of our own that came back. */
export const isSealed = (payload: Uint8Array): boolean =>
  payload.length >= BYTES.length &&
  BYTES.every((byte, i) => payload[payload.length - BYTES.length + i] === byte);
