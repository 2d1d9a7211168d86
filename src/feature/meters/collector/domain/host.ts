/** Why the collector does not connect to an address. */
export type HostRefusal = 'loopback' | 'linkLocal' | 'unspecified' | 'multicast';

/**
 * Whether an IP address leads to this machine itself, to its neighbours without a router (cloud metadata lives
 * there), or to no single host. Plants' own networks are private ones, so that these are allowed.
 */
export function refusalOf(address: string): HostRefusal | null {
  const plain = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  const v4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(plain);
  if (v4) {
    const [first, second] = [Number(v4[1]), Number(v4[2])];
    if (first === 127) return 'loopback';
    if (first === 0) return 'unspecified';
    if (first === 169 && second === 254) return 'linkLocal';
    return first >= 224 ? 'multicast' : null;
  }
  // Long ways to write these do not arise: the address comes from the resolver.
  if (plain === '::1') return 'loopback';
  if (plain === '::') return 'unspecified';
  // ::ffff:7f00:1 and the like: an IPv4 address in IPv6 clothes.
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (mapped) {
    const high = Number.parseInt(mapped[1] ?? '', 16);
    const low = Number.parseInt(mapped[2] ?? '', 16);
    return refusalOf(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
  }
  if (/^fe[89ab]/.test(plain)) return 'linkLocal';
  return plain.startsWith('ff') ? 'multicast' : null;
}

/** Whether `host:port` or `host` is in the list of what an administrator allowed. */
export function isAllowed(allowed: ReadonlySet<string>, address: string, port: number): boolean {
  return allowed.has(`${address}:${port}`) || allowed.has(address) || allowed.has('*');
}
