import { isTooDeep } from '#contract/json.ts';
import type { Rejection } from '../contract.ts';

/** What a gateway sent, or why nothing of it can be read. */
export type Body = { readonly devices: unknown } | { readonly wrong: Rejection };

/** Reads what came through a door as JSON; its shape is for `decodeTelemetry` to judge. */
export function readBody(text: string): Body {
  if (isTooDeep(text)) return { wrong: 'tooDeep' };
  try {
    return { devices: JSON.parse(text) as unknown };
  } catch {
    return { wrong: 'notReadable' };
  }
}
