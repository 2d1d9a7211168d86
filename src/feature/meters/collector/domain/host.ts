/** Why the product does not connect to an address that somebody entered. */
export type HostRefusal =
  | 'loopback'
  | 'linkLocal'
  | 'unspecified'
  | 'multicast'
  /** Where clouds tell their machines secrets: never, whatever a list says. */
  | 'metadata'
  /** An inner network, to somebody outside. */
  | 'inner'
  /** Another address of this machine, to somebody outside. */
  | 'own'
  /** A host that the settings name: never at the port that they name. */
  | 'setting';

/** AWS and most others, its containers, Tencent, Aliyun, Azure, Oracle; AWS and Google by IPv6. */
const METADATA: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.0.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

const V4 = /^(\d+)\.(\d+)\.(\d+)\.\d+$/;

/** An IPv4 address out of its IPv6 clothes: mapped, compatible (RFC 4291), or by NAT64 (RFC 6052); others as they are. */
export function bareOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  // ::ffff:7f00:1 and the like. Long ways to write these do not arise: the caller shortens what a person wrote.
  const dressed = /^(?:::(?:ffff:)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (!dressed) return plain;
  const [high, low] = [Number.parseInt(dressed[1] ?? '', 16), Number.parseInt(dressed[2] ?? '', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/**
 * Whether an IP address leads to this machine itself, to its neighbours without a router, to the metadata of a cloud, or
 * to no single host. Plants' own networks are private ones, so that these are allowed.
 */
export function refusalOf(address: string): HostRefusal | null {
  const plain = bareOf(address);
  if (METADATA.has(plain)) return 'metadata';
  const v4 = V4.exec(plain);
  if (v4) {
    const [first, second] = [Number(v4[1]), Number(v4[2])];
    if (first === 127) return 'loopback';
    if (first === 0) return 'unspecified';
    if (first === 169 && second === 254) return 'linkLocal';
    return first >= 224 ? 'multicast' : null;
  }
  if (plain === '::1') return 'loopback';
  if (plain === '::') return 'unspecified';
  if (/^fe[89ab]/.test(plain)) return 'linkLocal';
  return plain.startsWith('ff') ? 'multicast' : null;
}

/**
 * The same for an address that an enterprise enters for its own servers elsewhere: there inner networks lie where the
 * product does, and are not the enterprise's.
 * @param own the addresses of this machine
 */
export function outwardRefusalOf(address: string, own: ReadonlySet<string>): HostRefusal | null {
  const plain = bareOf(address);
  return refusalOf(plain) ?? (own.has(plain) ? 'own' : isInner(plain) ? 'inner' : null);
}

/** Networks that are not routed in the Internet (RFC 6890), and 6to4, which may hold any address. */
function isInner(plain: string): boolean {
  const v4 = V4.exec(plain);
  if (!v4) return /^(?:f[cd]|fe[c-f]|2002)[0-9a-f]*:/.test(plain);
  const [a, b, c] = [Number(v4[1]), Number(v4[2]), Number(v4[3])];
  return (
    a === 10 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || (b === 0 && c === 0))) ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

/** Whether `host:port` or `host` is in the list of what an administrator allowed. */
export function isAllowed(allowed: ReadonlySet<string>, address: string, port: number): boolean {
  return allowed.has(`${address}:${port}`) || allowed.has(address) || allowed.has('*');
}

/** A host of the product's own settings. */
export interface ClosedHost {
  /** A name or an address. */
  readonly host: string;
  readonly port: number;
}

/** What a list closes: its entries `!host:port`. */
export const closedIn = (list: ReadonlySet<string>): readonly ClosedHost[] =>
  [...list].flatMap((entry) => {
    const [, host = '', port = ''] = /^!(.+):(\d+)$/.exec(entry) ?? [];
    return host === '' ? [] : [{ host, port: Number(port) }];
  });
