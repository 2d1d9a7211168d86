import { ACTIONS, actionsOn, funCodeOf } from '#contract/permission.ts';
import type { Action } from '#contract/permission.ts';
import { resourceOf } from '#resource/index.ts';
import type { Text } from '#contract/text.ts';

/**
 * How a screen is reached: by an entry of its own in the side menu, by a tab beside the other screens of its subject,
 * or by search alone.
 */
export type MenuPlace = 'menu' | 'tab' | 'search';

/** A node of the menu as the product ships it; people may rename, reorder and hide the stored copy. */
export interface MenuNode {
  readonly funCode: string;
  readonly name: Text;
  readonly type: 'group' | 'screen' | 'button';
  readonly url?: string;
  readonly icon?: string;
  /** How a screen is reached; without it by a tab of its subject. */
  readonly place?: MenuPlace;
  /** Enterprise accounts get it in the role that the product ships. */
  readonly enterprise?: boolean;
  /** Administrators of enterprises get it in the role that the product ships, which they have beside the other. */
  readonly administrator?: true;
  readonly children?: readonly MenuNode[];
}

/** The list page of a resource with a button for every action. */
export function resourceScreen(name: string, enterprise: readonly Action[] = []): MenuNode {
  const resource = resourceOf(name);
  return {
    funCode: `${resource.area}.${resource.name}`,
    name: resource.label,
    type: 'screen',
    url: resource.screen,
    enterprise: enterprise.length > 0,
    children: actionsOn(resource).map((action) => ({
      funCode: funCodeOf(resource, action),
      name: ACTIONS[action],
      type: 'button',
      enterprise: enterprise.includes(action),
    })),
  };
}

/** The list page of a resource under a name of its own, where another screen is called as its rows are. */
export const named = (node: MenuNode, zh: string, en: string): MenuNode => ({ ...node, name: { zh, en } });

export const button = (funCode: string, zh: string, en: string): MenuNode => ({
  funCode,
  name: { zh, en },
  type: 'button',
  enterprise: true,
});

/** A list page for operators; enterprise accounts may use its calls as far as said, without the page. */
export function systemScreen(name: string, enterprise: readonly Action[] = []): MenuNode {
  return { ...resourceScreen(name, enterprise), enterprise: false };
}

/** A screen without buttons; its address is its function code. */
export const screen = (funCode: string, zh: string, en: string): MenuNode => ({
  funCode,
  name: { zh, en },
  type: 'screen',
  url: `/${funCode.replaceAll('.', '/')}`,
  enterprise: true,
});

/** A button that the shipped role of enterprises does not hold. */
export const operatorButton = (funCode: string, zh: string, en: string): MenuNode => ({
  ...button(funCode, zh, en),
  enterprise: false,
});

export const ALL: readonly Action[] = ['view', 'add', 'edit', 'del', 'import', 'export'];
export const READ: readonly Action[] = ['view', 'export'];
/** Files come one by one, no sheet brings them in. */
export const UPLOADED: readonly Action[] = ['view', 'add', 'edit', 'del', 'export'];

/** An entry of the first level: the wings of the product. */
export const wing = (
  funCode: string,
  zh: string,
  en: string,
  icon: string,
  children: readonly MenuNode[],
): MenuNode => ({
  funCode,
  name: { zh, en },
  type: 'group',
  icon,
  enterprise: true,
  place: 'menu',
  children,
});

/** An entry of the second level; its screens are tabs of one page. */
export const subject = (
  funCode: string,
  zh: string,
  en: string,
  children: readonly MenuNode[],
): MenuNode => ({
  funCode,
  name: { zh, en },
  type: 'group',
  enterprise: children.some(({ enterprise }) => enterprise === true),
  place: 'menu',
  children,
});

/** A tab of a subject whose screens are views of one thing: a row below the tabs leads from one to the next. */
export const views = subject;

/** What the administrator of an enterprise holds beyond its other people. */
export const administered = (node: MenuNode): MenuNode => ({ ...node, administrator: true });

/** A list page that administrators of enterprises have with all its buttons. */
export const administeredScreen = (name: string): MenuNode => {
  const node = resourceScreen(name);
  return { ...administered(node), children: node.children?.map(administered) ?? [] };
};

/** A screen that few need: search finds it, no entry and no tab leads there. */
export const searched = (node: MenuNode): MenuNode => ({ ...node, place: 'search' });
