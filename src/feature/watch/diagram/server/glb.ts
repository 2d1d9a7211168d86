import type { Text } from '#contract/text.ts';
import { MOST_GLB_BYTES } from '../contract.ts';

/** What a model may have at most, beside its bytes. */
const MOST_TRIANGLES = 500_000;
const MOST_TEXTURE = 2048;
const MOST_TEXTURES = 32;
const MOST_NODES = 10_000;
const MOST_MESHES = 5000;
const MOST_JSON = 4 * 1024 * 1024;
/** Bytes of all slices and of all that is read of them: both may overlap, and the browser copies each. */
const MOST_SLICED = 2 * MOST_GLB_BYTES;
const MOST_READ = 4 * MOST_GLB_BYTES;
/** Parts that are drawn, as often as they are placed. */
const MOST_PARTS = 20_000;
/** Bytes that the viewer makes of a corner for each shape that it may take. */
const MORPH_BYTES = 48;

/** What of glTF is shown without a decoder of its own; a file that needs more is refused. */
const KNOWN: ReadonlySet<string> = new Set([
  'KHR_materials_unlit',
  'KHR_materials_emissive_strength',
  'KHR_materials_specular',
  'KHR_materials_ior',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
]);

/**
 * What the viewer makes more of than is counted here, or reads with a decoder alone. It acts on them where they stand,
 * whether the file says that it uses them or not.
 */
const SHAPING: ReadonlySet<string> = new Set([
  'EXT_mesh_gpu_instancing',
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
]);

/** What is in a model. */
interface GlbFacts {
  readonly triangles: number;
  readonly textures: number;
  readonly nodes: number;
}
export type GlbRead = GlbFacts | { readonly problem: Text };

const no = (zh: string, en: string): { problem: Text } => ({ problem: { zh, en } });
const CUT = no('文件不完整或已损坏', 'the file is cut off or broken');
const TOO_MUCH = no(
  '展开后的数据或部件过多，请简化模型',
  'it unfolds into too much data or too many parts: simplify the model',
);

type Json = Readonly<Record<string, unknown>>;
const isObject = (one: unknown): one is Json =>
  typeof one === 'object' && one !== null && !Array.isArray(one);
const rows = (json: Json, key: string): Json[] => {
  const list = json[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
};
/** Lists of a description: what the viewer finds in them by their places. */
const LISTS = [
  'accessors',
  'animations',
  'buffers',
  'bufferViews',
  'cameras',
  'images',
  'materials',
  'meshes',
  'nodes',
  'samplers',
  'scenes',
  'skins',
  'textures',
];
const isList = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && (list as unknown[]).every(isObject));

/** Whether every list is one, of objects alone: beside a hole the viewer would find another thing than is judged here. */
const hasWholeLists = (json: Json): boolean => {
  const meshes = rows(json, 'meshes');
  return (
    LISTS.every((key) => isList(json[key])) &&
    meshes.every((mesh) => isList(mesh['primitives'])) &&
    meshes.flatMap((mesh) => rows(mesh, 'primitives')).every((part) => isList(part['targets']))
  );
};
const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;

/** The two parts of a glTF binary: its description and its data. */
function partsOf(bytes: Uint8Array): { json: Json; data: Uint8Array } | { problem: Text } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67)
    return no('不是 glTF 二进制文件（.glb）', 'it is no glTF binary (.glb)');
  if (view.getUint32(4, true) !== 2) return no('只接受 glTF 2.0', 'only glTF 2.0 is taken');
  if (view.getUint32(8, true) !== bytes.length) return CUT;
  const jsonBytes = view.getUint32(12, true);
  if (view.getUint32(16, true) !== 0x4e4f534a || jsonBytes > MOST_JSON || 20 + jsonBytes > bytes.length)
    return CUT;
  const rest = 20 + jsonBytes;
  let data = new Uint8Array(0);
  if (rest + 8 <= bytes.length) {
    const length = view.getUint32(rest, true);
    if (view.getUint32(rest + 4, true) !== 0x004e4942 || rest + 8 + length > bytes.length) return CUT;
    data = bytes.slice(rest + 8, rest + 8 + length);
  }
  try {
    const json: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(20, rest)),
    );
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? { json: json as Json, data }
      : CUT;
  } catch {
    return CUT;
  }
}

/** Bytes of a component, and components of an element. */
const COMPONENT: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const PARTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

interface Slice {
  readonly from: number;
  readonly length: number;
  readonly stride: number | null;
}

/** Slices of the data that the file names; null = one of them lies beyond it. */
function slicesOf(json: Json, bytes: number): Slice[] | null {
  const slices = rows(json, 'bufferViews').map((one): Slice | null => {
    const [from, length] = [whole(one['byteOffset'] ?? 0), whole(one['byteLength'])];
    if (whole(one['buffer']) !== 0 || from === null || length === null || from + length > bytes) return null;
    return { from, length, stride: whole(one['byteStride']) };
  });
  return slices.every((one) => one !== null) ? slices : null;
}

/** How many elements each accessor has, and the bytes of all; null = one of them reads beyond its slice, or has none. */
function countsOf(json: Json, slices: readonly Slice[]): { counts: number[]; bytes: number } | null {
  const counts: number[] = [];
  let bytes = 0;
  for (const one of rows(json, 'accessors')) {
    const [count, offset] = [whole(one['count']), whole(one['byteOffset'] ?? 0)];
    const size = (COMPONENT[one['componentType'] as number] ?? 0) * (PARTS[one['type'] as string] ?? 0);
    if (count === null || offset === null || size === 0 || one['sparse'] !== undefined) return null;
    // Without a slice it is all zeros: nothing of a file, and as much memory as it says.
    const slice = slices[whole(one['bufferView']) ?? -1];
    if (slice === undefined) return null;
    const last = offset + Math.max(0, count - 1) * (slice.stride ?? size) + size;
    if (count > 3 * MOST_TRIANGLES || (count > 0 && last > slice.length)) return null;
    counts.push(count);
    bytes += count * size;
  }
  return { counts, bytes };
}

const TRIANGLES = 4;

/** A mesh: its triangles, its parts, and the bytes of the shapes that it may take. */
interface Mesh {
  readonly triangles: number;
  readonly parts: number;
  readonly morphs: number;
}

/** What a mesh is; null = it reads what is not there, or has more or less of something than corners. */
function meshOf(mesh: Json, counts: readonly number[]): Mesh | null {
  let [triangles, morphs] = [0, 0];
  const parts = rows(mesh, 'primitives');
  const countOf = (one: unknown): number | undefined => counts[whole(one) ?? -1];
  for (const part of parts) {
    const attributes = (part['attributes'] ?? {}) as Json;
    const targets = rows(part, 'targets');
    const corners = countOf(attributes['POSITION']);
    const used = [attributes, ...targets].flatMap((each) => Object.values(each));
    if (corners === undefined || used.some((one) => countOf(one) !== corners)) return null;
    const count = part['indices'] === undefined ? corners : countOf(part['indices']);
    if (count === undefined) return null;
    const mode = part['mode'] ?? TRIANGLES;
    triangles += mode === TRIANGLES ? Math.floor(count / 3) : Math.max(0, count - 2);
    morphs += targets.length * corners * MORPH_BYTES;
  }
  return { triangles, parts: parts.length, morphs };
}

/** What is drawn of all meshes, each as often as it is placed; null = one of them is broken. */
function drawnOf(json: Json, counts: readonly number[]): Mesh | null {
  const placed = placedMeshes(json);
  if (!placed) return null;
  let [triangles, parts, morphs] = [0, 0, 0];
  for (const [i, mesh] of rows(json, 'meshes').entries()) {
    const own = meshOf(mesh, counts);
    if (own === null) return null;
    const times = placed.get(i) ?? 0;
    triangles += own.triangles * times;
    parts += own.parts * times;
    morphs += own.morphs;
  }
  return { triangles, parts, morphs };
}

/** Bytes of all slices. */
function bytesOf(slices: readonly Slice[]): number {
  let bytes = 0;
  for (const { length } of slices) bytes += length;
  return bytes;
}

/** How often each mesh is drawn; null = nodes stand in a ring, or lead to what is not there. */
function placedMeshes(json: Json): Map<number, number> | null {
  const nodes = rows(json, 'nodes');
  const parents = new Map<number, number>();
  const placed = new Map<number, number>();
  for (const [i, one] of nodes.entries()) {
    for (const child of Array.isArray(one['children']) ? (one['children'] as unknown[]) : []) {
      const at = whole(child);
      if (at === null || at >= nodes.length || parents.has(at)) return null;
      parents.set(at, i);
    }
    const mesh = one['mesh'] === undefined ? null : whole(one['mesh']);
    if (mesh !== null) placed.set(mesh, (placed.get(mesh) ?? 0) + 1);
  }
  const free = new Set<number>();
  for (const start of nodes.keys()) {
    const way = new Set<number>();
    for (let at: number | undefined = start; at !== undefined && !free.has(at); at = parents.get(at)) {
      if (way.has(at)) return null;
      way.add(at);
    }
    for (const one of way) free.add(one);
  }
  return placed;
}

/** Width and height of a PNG or JPEG; null = it is neither. */
export function pictureSize(bytes: Uint8Array): { w: number; h: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { w: view.getUint32(16), h: view.getUint32(20) };
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker < 0xff01) return null;
    const frame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (frame) return { w: view.getUint16(at + 7), h: view.getUint16(at + 5) };
  }
  return null;
}

/** What is wrong with the pictures of a file; null = nothing. */
function pictureProblem(json: Json, slices: readonly Slice[], data: Uint8Array): { problem: Text } | null {
  const images = rows(json, 'images');
  if (images.length > MOST_TEXTURES)
    return no(
      `贴图 ${images.length} 张，最多 ${MOST_TEXTURES} 张`,
      `${images.length} textures: at most ${MOST_TEXTURES}`,
    );
  for (const one of images) {
    const slice = slices[whole(one['bufferView']) ?? -1];
    const size = slice ? pictureSize(data.subarray(slice.from, slice.from + slice.length)) : null;
    if (!size || !['image/png', 'image/jpeg'].includes(String(one['mimeType'])))
      return no('贴图应为文件内的 PNG 或 JPEG', 'textures must be PNG or JPEG within the file');
    if (size.w > MOST_TEXTURE || size.h > MOST_TEXTURE)
      return no(
        `贴图 ${size.w} × ${size.h}，最大 ${MOST_TEXTURE} × ${MOST_TEXTURE}`,
        `a texture of ${size.w} × ${size.h}: at most ${MOST_TEXTURE} × ${MOST_TEXTURE}`,
      );
  }
  return null;
}

const namesIn = (json: Json, key: string): string[] =>
  Array.isArray(json[key]) ? json[key].map((one: unknown) => (typeof one === 'string' ? one : '')) : [];

/** Extensions that stand where shapes are told. */
const extensionsOfShapes = (json: Json): string[] =>
  [
    ...rows(json, 'nodes'),
    ...rows(json, 'meshes').flatMap((mesh) => rows(mesh, 'primitives')),
    ...rows(json, 'bufferViews'),
  ].flatMap((one) => Object.keys((one['extensions'] ?? {}) as Json));

/** What leads out of a file, or needs more than the product shows; null = nothing. */
function outsideProblem(json: Json): { problem: Text } | null {
  const outside = ['buffers', 'images']
    .flatMap((key) => rows(json, key))
    .some((one) => one['uri'] !== undefined);
  if (outside)
    return no(
      '引用了文件以外的资源（uri），请导出为单个 .glb',
      'it refers to what lies outside of it (uri): export one single .glb',
    );
  const foreign =
    namesIn(json, 'extensionsRequired').find((one) => !KNOWN.has(one)) ??
    [...namesIn(json, 'extensionsUsed'), ...extensionsOfShapes(json)].find((one) => SHAPING.has(one));
  if (foreign !== undefined) {
    const word = foreign.replace(/[^\w]/g, '').slice(0, 60);
    return no(
      `需要不支持的扩展 ${word}，请导出时不用压缩和实例化`,
      `it needs the extension ${word}, which is not shown: export without compression and instancing`,
    );
  }
  return null;
}

/** Looks into a glTF binary: that it is one, complete, within its bounds and on its own. Nothing of it is run or drawn. */
export function readGlb(bytes: Uint8Array): GlbRead {
  if (bytes.length > MOST_GLB_BYTES) return no('超过 20 MB', 'it is larger than 20 MB');
  const parts = partsOf(bytes);
  if ('problem' in parts) return parts;
  const { json, data } = parts;
  if (!hasWholeLists(json)) return CUT;
  const outside = outsideProblem(json);
  if (outside) return outside;
  const [nodes, meshes] = [rows(json, 'nodes'), rows(json, 'meshes')];
  if (nodes.length > MOST_NODES || meshes.length > MOST_MESHES)
    return no(
      `节点最多 ${MOST_NODES} 个，网格最多 ${MOST_MESHES} 个`,
      `at most ${MOST_NODES} nodes and ${MOST_MESHES} meshes`,
    );
  const slices = slicesOf(json, data.length);
  const read = slices && countsOf(json, slices);
  const drawn = read && drawnOf(json, read.counts);
  if (!slices || !read || !drawn) return CUT;
  const { triangles, parts: drawnParts, morphs } = drawn;
  if (bytesOf(slices) > MOST_SLICED || read.bytes + morphs > MOST_READ || drawnParts > MOST_PARTS)
    return TOO_MUCH;
  const pictures = pictureProblem(json, slices, data);
  if (pictures) return pictures;
  if (triangles > MOST_TRIANGLES)
    return no(
      `三角形 ${triangles} 个，最多 ${MOST_TRIANGLES} 个`,
      `${triangles} triangles: at most ${MOST_TRIANGLES}`,
    );
  if (triangles === 0) return no('没有可显示的网格', 'there is nothing in it to show');
  return { triangles, textures: rows(json, 'images').length, nodes: nodes.length };
}
