import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glbOf, pngHead } from '#test/glb.ts';
import { runs } from '#test/runs.ts';
import { pictureSize, readGlb } from './glb.ts';

const problem = (bytes: Uint8Array): string => {
  const read = readGlb(bytes);
  return 'problem' in read ? read.problem.en : 'taken';
};
const picture = (bytes: Buffer, mimeType = 'image/png'): Buffer =>
  glbOf({ more: [bytes], json: { images: [{ bufferView: 1, mimeType }] } });

/** Extensions that change looks alone, or how numbers are written. */
const LOOKS = /^(KHR|EXT)_(materials|texture|lights)_|^KHR_(mesh_quantization|binary_glTF)$/;

describe('a glTF binary', () => {
  it('is taken with what is in it', () => {
    expect(readGlb(glbOf({ triangles: 7 }))).toEqual({ triangles: 7, textures: 0, nodes: 1 });
    expect(readGlb(picture(pngHead(2048, 1024)))).toMatchObject({ textures: 1 });
  });

  it('is taken with extensions that change its looks alone', () => {
    const json = { extensionsUsed: ['KHR_materials_clearcoat', 'KHR_lights_punctual'] };
    expect(readGlb(glbOf({ json }))).toMatchObject({ triangles: 1 });
  });

  it('every extension that the viewer acts on is one that is judged here', () => {
    const loader = readFileSync(
      createRequire(import.meta.url).resolve('three/examples/jsm/loaders/GLTFLoader.js'),
      'utf8',
    );
    const [, list = ''] = /const EXTENSIONS = \{([^}]*)\}/.exec(loader) ?? [];
    const names = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    expect(names).toContain('EXT_mesh_gpu_instancing');
    const refused = names.filter((name) => problem(glbOf({ json: { extensionsUsed: [name] } })) !== 'taken');
    expect(names.filter((name) => !refused.includes(name) && !LOOKS.test(name))).toEqual([]);
  });

  it('counts a mesh as often as it is placed', () => {
    const nodes = [{ mesh: 0, children: [1] }, { mesh: 0 }, { mesh: 0 }];
    expect(readGlb(glbOf({ triangles: 2, json: { nodes } }))).toMatchObject({ triangles: 6, nodes: 3 });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['another file', Buffer.from('PK\u0003\u0004 a packed folder, no model'), /no glTF binary/],
    ['an empty one', Buffer.alloc(0), /no glTF binary/],
    ['one that is cut off', glbOf().subarray(0, -4), /cut off/],
    [
      'a description that is no JSON',
      Buffer.concat([glbOf().subarray(0, 20), Buffer.from('{'), glbOf().subarray(21)]).fill(0x7b, 20, 40),
      /cut off/,
    ],
    [
      'a buffer elsewhere',
      glbOf({ json: { buffers: [{ byteLength: 36, uri: 'http://127.0.0.1/x.bin' }] } }),
      /uri/,
    ],
    ['a picture elsewhere', glbOf({ json: { images: [{ uri: '../../etc/passwd' }] } }), /uri/],
    [
      'a picture within the description',
      glbOf({ json: { images: [{ uri: 'data:image/png;base64,AAAA' }] } }),
      /uri/,
    ],
    [
      'a picture that is none',
      picture(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml'),
      /PNG or JPEG/,
    ],
    ['a picture that is too large', picture(pngHead(4096, 16)), /4096 × 16: at most 2048/],
    [
      'compression',
      glbOf({ json: { extensionsRequired: ['KHR_draco_mesh_compression'] } }),
      /KHR_draco_mesh_compression/,
    ],
    [
      'compression that it could do without',
      glbOf({ json: { extensionsUsed: ['KHR_draco_mesh_compression'] } }),
      /KHR_draco_mesh_compression/,
    ],
    [
      'instances that it does not say it uses',
      glbOf({ json: { nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: {} } } }] } }),
      /EXT_mesh_gpu_instancing.*without compression and instancing/,
    ],
    [
      'a slice that is packed',
      glbOf({
        json: { bufferViews: [{ buffer: 0, byteLength: 36, extensions: { EXT_meshopt_compression: {} } }] },
      }),
      /EXT_meshopt_compression/,
    ],
    [
      'too many triangles',
      glbOf({ triangles: 2000, json: { nodes: Array.from({ length: 251 }, () => ({ mesh: 0 })) } }),
      /502000 triangles/,
    ],
    ['nothing to show', glbOf({ json: { nodes: [{}] } }), /nothing in it/],
    [
      'nodes in a ring',
      glbOf({ json: { nodes: [{ mesh: 0, children: [1] }, { children: [0] }] } }),
      /cut off/,
    ],
    ['a node below itself', glbOf({ json: { nodes: [{ mesh: 0, children: [0] }] } }), /cut off/],
    [
      'values beyond the data',
      glbOf({ json: { accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' }] } }),
      /cut off/,
    ],
    [
      'a billion zeros',
      glbOf({ json: { accessors: [{ componentType: 5126, count: 1_000_000_000, type: 'MAT4' }] } }),
      /cut off/,
    ],
    [
      'a slice beyond the data',
      glbOf({ json: { bufferViews: [{ buffer: 0, byteLength: 1_000_000 }] } }),
      /cut off/,
    ],
    [
      'a mesh of what is not there',
      glbOf({ json: { meshes: [{ primitives: [{ attributes: { POSITION: 9 } }] }] } }),
      /cut off/,
    ],
  ])('is refused: %s', (_name, bytes, said) => expect(problem(bytes)).toMatch(said));

  const accessor = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' };
  const primitive = { attributes: { POSITION: 0 } };
  const corners = Array.from({ length: 100 }, (_, i) => [`_A${i}`, i + 1]);
  it.each<[string, Uint8Array, RegExp]>([
    [
      'a hundred lists of zeros at one triangle',
      glbOf({
        json: {
          accessors: [accessor, ...corners.map(() => ({ componentType: 5126, count: 1_500_000, type: 'MAT4' }))],
          meshes: [{ primitives: [{ attributes: { POSITION: 0, ...(Object.fromEntries(corners) as object) } }] }],
        },
      }),
      /cut off/,
    ],
    [
      'slices that overlap',
      glbOf({
        triangles: 5000,
        json: { bufferViews: Array.from({ length: 400 }, () => ({ buffer: 0, byteLength: 180_000 })) },
      }),
      /too much data/,
    ],
    [
      'accessors that overlap',
      glbOf({ triangles: 5000, json: { accessors: Array.from({ length: 600 }, () => ({ ...accessor, count: 15_000 })) } }),
      /too much data/,
    ],
    [
      'a hole in a list',
      glbOf({
        triangles: 300_000,
        json: {
          accessors: [null, { ...accessor, count: 900_000 }, accessor],
          meshes: [{ primitives: [{ attributes: { POSITION: 1 } }, { attributes: { POSITION: 1 } }] }],
        },
      }),
      /cut off/,
    ],
    ['a list that is none', glbOf({ json: { images: { 0: { bufferView: 0, mimeType: 'image/png' }, length: 1 } } }), /cut off/],
    ['a hole among parts', glbOf({ json: { meshes: [{ primitives: [null, primitive] }] } }), /cut off/],
    [
      'more colours than corners',
      glbOf({
        triangles: 2,
        json: { accessors: [{ ...accessor, count: 3 }, { ...accessor, count: 6 }], meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }] },
      }),
      /cut off/,
    ],
    [
      'one part placed without end',
      glbOf({
        json: {
          meshes: [{ primitives: Array.from({ length: 50 }, () => primitive) }],
          nodes: Array.from({ length: 1000 }, () => ({ mesh: 0 })),
        },
      }),
      /too many parts/,
    ],
    [
      'shapes without end',
      glbOf({
        triangles: 1000,
        json: { meshes: [{ primitives: [{ ...primitive, targets: Array.from({ length: 1000 }, () => ({ POSITION: 0 })) }] }] },
      }),
      /too much data/,
    ],
  ])('that the browser would be exhausted by is refused: %s', (_name, bytes, said) =>
    expect(problem(bytes)).toMatch(said),
  ); // prettier-ignore

  it('whatever is broken in it, it is read or refused, never thrown', () => {
    const good = glbOf({
      triangles: 3,
      more: [pngHead(16, 16)],
      json: { images: [{ bufferView: 1, mimeType: 'image/png' }] },
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (changes) => {
          const bytes = Buffer.from(good);
          for (const [at, value] of changes) bytes[at] = value;
          readGlb(bytes);
        },
      ),
      runs(300),
    );
  });

  it('whatever its description says, it is read or refused, never thrown', () => {
    const key = fc.constantFrom(
      'nodes',
      'meshes',
      'accessors',
      'bufferViews',
      'images',
      'buffers',
      'extensionsRequired',
      'extensionsUsed',
    );
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })),
        (json) => void readGlb(glbOf({ json: json as Record<string, unknown> })),
      ),
      runs(200),
    );
  });
});

it('the size of a JPEG is read from its frame', () => {
  const jpeg = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 3, 0, 0,
  ]);
  expect(pictureSize(jpeg)).toEqual({ w: 0x0304, h: 0x0102 });
  expect(pictureSize(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBeNull();
});
