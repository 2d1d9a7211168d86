import type { ComponentType } from 'react';
import type { Resource } from '#contract/define.ts';
import type { Action } from '#contract/permission.ts';
import type { Text } from '#contract/text.ts';
import type { CellProps, InputProps, ResourceRow } from './kindWeb.ts';

/** What an action's dialog is given. */
export interface ActionProps {
  readonly resource: Resource;
  readonly row: ResourceRow;
  readonly onClose: () => void;
}

/** What a toolbar button is given. */
export interface ToolbarProps {
  readonly resource: Resource;
  readonly selected: readonly number[];
}

/** An action on one row beyond edit and delete. */
export interface RowAction {
  readonly key: string;
  readonly label: Text;
  /** Shown to whoever may do this. */
  readonly permission: Action;
  readonly Dialog: ComponentType<ActionProps>;
}

/** The named places where a resource's screen differs from what its definition says. */
export interface WebSlots {
  /** How its rows are first seen. */
  readonly view?: 'tree';
  /** Cells by field name, in place of the kind's. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps & { readonly row: ResourceRow }>>>;
  /** Form inputs by field name, in place of the kind's. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  readonly toolbar?: ComponentType<ToolbarProps>;
  readonly actions?: readonly RowAction[];
  /** Shown after a row was added, with what the server answered. */
  readonly AfterAdd?: ComponentType<ActionProps>;
}
