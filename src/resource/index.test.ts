import { describe, expect, it } from 'vitest';
import { snake } from '#contract/define.ts';
import { FIELD_KINDS } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import { MENU } from '#menu/menu.ts';
import type { MenuNode } from '#menu/menu.ts';
import { resources } from './index.ts';

const names = resources.map((r) => r.name);

describe('the list of resources', () => {
  it('has no two of a name, address or screen', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(resources.map((r) => r.screen)).size).toBe(resources.length);
  });

  it.each(resources.map((r) => [r.name, r] as const))('%s is whole', (_name, resource) => {
    const fields = Object.entries(resource.fields);
    expect(Object.keys(resource.fields)).toContain(resource.title);
    for (const key of resource.unique.flat()) expect(Object.keys(resource.fields)).toContain(key);
    if (resource.tree) expect(resource.fields[resource.tree]?.refers).toBe(resource.name);
    expect(new Set(fields.map(([key]) => snake(key))).size).toBe(fields.length);
    for (const [key, field] of fields) {
      expect(field.label.zh, key).not.toBe('');
      expect(field.label.en, key).not.toBe('');
      if (field.refers !== undefined) expect([...names, 'org'], key).toContain(field.refers);
      if (field.initial !== undefined) expect(field.schema.safeParse(field.initial).success, key).toBe(true);
      const others = resources.find(({ name }) => name === field.refers)?.fields ?? {};
      for (const [name, reported] of Object.entries(field.tells ?? {})) {
        expect(Object.keys(others), `${key} tells ${reported}`).toContain(reported);
        expect(Object.keys(resource.fields), `${key} tells ${name}`).not.toContain(name);
      }
      for (const label of Object.values(field.options ?? {})) expect(label.zh && label.en, key).toBeTruthy();
    }
    for (const lang of ['zh', 'en'] as const)
      expect(new Set(fields.map(([, f]) => f.label[lang])).size, `labels in ${lang}`).toBe(fields.length);
  });

  it('knows the shared half of every kind', () => {
    expect(Object.keys(kindContracts).sort()).toEqual([...FIELD_KINDS].sort());
  });
});

describe('the menu', () => {
  const nodes: MenuNode[] = [];
  const walk = (node: MenuNode): void => {
    nodes.push(node);
    node.children?.forEach(walk);
  };
  walk(MENU);

  it('begins at hxyweb and has no two functions of a code or screens of an address', () => {
    expect(MENU.funCode).toBe('hxyweb');
    expect(new Set(nodes.map((n) => n.funCode)).size).toBe(nodes.length);
    const urls = nodes.flatMap((n) => n.url ?? []);
    expect(new Set(urls).size).toBe(urls.length);
  });

  it('shows every resource', () => {
    const urls = nodes.map((n) => n.url);
    for (const resource of resources) expect(urls, resource.name).toContain(resource.screen);
  });
});
