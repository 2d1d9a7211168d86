import type { Resource, ResourcePlace } from './define.ts';
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

/** What a function does (the specification leaves the values open, decision 126). */
export const OPER_TYPES = { ...ACTIONS, other: { zh: '其他', en: 'Other' } } as const;

/** What a function of a code does: a screen is looked at, a button does what its code ends with; null = a group. */
export function operTypeOf(
  type: 'group' | 'screen' | 'button',
  funCode: string,
): keyof typeof OPER_TYPES | null {
  if (type !== 'button') return type === 'screen' ? 'view' : null;
  const last = funCode.slice(funCode.lastIndexOf('.') + 1);
  return last in ACTIONS ? (last as Action) : 'other';
}

/** What may be done with a resource at all: rows that the product alone writes are seen and exported. */
export const actionsOn = (resource: Resource): readonly Action[] =>
  resource.readOnly ? ['view', 'export'] : (Object.keys(ACTIONS) as Action[]);

/** Function code of an action on a resource: `archive.ammeter.edit`. */
export const funCodeOf = (resource: ResourcePlace, action: Action): string =>
  `${resource.area}.${resource.name}.${action}`;
