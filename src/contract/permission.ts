import type { Resource } from './define.ts';
import type { Text } from './text.ts';

/** What may be done with a resource; each is a button's function code on both sides. */
export const ACTIONS = {
  view: { zh: '查看', en: 'View' },
  add: { zh: '新建', en: 'Add' },
  edit: { zh: '编辑', en: 'Edit' },
  del: { zh: '删除', en: 'Delete' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
} as const satisfies Readonly<Record<string, Text>>;

export type Action = keyof typeof ACTIONS;

/** What may be done with a resource at all: rows that the product alone writes are seen and exported. */
export const actionsOn = (resource: Resource): readonly Action[] =>
  resource.readOnly ? ['view', 'export'] : (Object.keys(ACTIONS) as Action[]);

/** Function code of an action on a resource: `archive.ammeter.edit`. */
export const funCodeOf = (resource: Resource, action: Action): string =>
  `${resource.area}.${resource.name}.${action}`;
