/**
 * The bodies of `v1/devices/me/telemetry` as a gateway body: {"PP": 1}, {"ts": ms, "values": {"PP": 1}} or a list of
 * these, all of the device `name`. Undefined when it is none of them.
 */
export function ownBody(body: unknown, name: string): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  return { [name]: body };
}
