/** What a glTF binary for a test says otherwise than a usual one. */
export interface GlbOptions {
  /** Put over the description. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** Triangles side by side. */
  readonly triangles?: number;
  /** Put behind the data of the triangles, as further slices. */
  readonly more?: readonly Buffer[];
}

const padded = (bytes: Buffer, by: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, by)]);

/** A glTF binary with a strip of triangles. */
export function glbOf({ json = {}, triangles = 1, more = [] }: GlbOptions = {}): Buffer {
  const places: Buffer = Buffer.alloc(triangles * 36);
  for (let i = 0; i < triangles; i++)
    [i, 0, 0, i + 1, 0, 0, i, 2, 0].forEach((value, k) => places.writeFloatLE(value, i * 36 + k * 4));
  const slices: object[] = [{ buffer: 0, byteOffset: 0, byteLength: places.length }];
  const parts: Buffer[] = [places];
  for (const one of more) {
    const at = parts.reduce((sum, { length }) => sum + length, 0);
    slices.push({ buffer: 0, byteOffset: at, byteLength: one.length });
    parts.push(padded(one, 0));
  }
  const data = padded(Buffer.concat(parts), 0);
  const position = {
    bufferView: 0,
    componentType: 5126,
    count: triangles * 3,
    type: 'VEC3',
    min: [0, 0, 0],
    max: [triangles, 2, 0],
  };
  const text = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [position],
    bufferViews: slices,
    buffers: [{ byteLength: data.length }],
    ...json,
  });
  const head = padded(Buffer.from(text), 0x20);
  const header = Buffer.alloc(20);
  [0x46546c67, 2, 28 + head.length + data.length, head.length, 0x4e4f534a].forEach((value, i) =>
    header.writeUInt32LE(value, i * 4),
  );
  const second = Buffer.alloc(8);
  [data.length, 0x004e4942].forEach((value, i) => second.writeUInt32LE(value, i * 4));
  return Buffer.concat([header, head, second, data]);
}

/** The first bytes of a PNG of a size. */
export function pngHead(w: number, h: number): Buffer {
  const bytes = Buffer.alloc(33);
  [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, w, h].forEach((value, i) => bytes.writeUInt32BE(value, i * 4));
  return bytes;
}
