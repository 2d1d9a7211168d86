import type { ComponentType } from 'react';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import type { Action } from '#contract/permission.ts';
import type { Text } from '#contract/text.ts';
import type { FormValues } from './form.ts';
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
  /** Asks or shows something first … */
  readonly Dialog?: ComponentType<ActionProps>;
  /** … or is done at once; what resolves false has changed nothing. */
  readonly run?: (row: ResourceRow) => Promise<unknown>;
  /** What is done at once is a change of the row, and said as one. */
  readonly edits?: boolean;
}

/** What a form of a resource's own is given; `row` is null for a new row. */
export interface FormProps {
  readonly resource: Resource;
  readonly row: ResourceRow | null;
  readonly consumerId: number | null;
  readonly onClose: () => void;
}

/** The named places where a resource's screen differs from what its definition says. */
export interface WebSlots {
  /** How its rows are first seen. */
  readonly view?: 'tree';
  /** Cells by field name, in place of the kind's. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps & { readonly row: ResourceRow }>>>;
  /** Fields whose cells show a number in place of what the kind holds: they stand as numbers do. */
  readonly numbers?: readonly string[];
  /** Form inputs by field name, in place of the kind's. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Fields of a form that only operators of the platform are asked for. */
  readonly operatorsOnly?: readonly string[];
  /** A field as it is for a row that holds these values: fewer options, required or not. */
  readonly narrow?: (field: Field, name: string, values: Readonly<Record<string, unknown>>) => Field;
  /** Whether a form asks for a field while a row holds these values; default always. What is not asked for must be optional. */
  readonly shown?: (name: string, values: Readonly<Record<string, unknown>>) => boolean;
  /** The values of a form where one follows another: after a change, and as a new row begins (null). */
  readonly follow?: (values: FormValues, changed: string | null) => FormValues;
  /** The dialog to add or edit a row, in place of the one that the definition gives. */
  readonly Form?: ComponentType<FormProps>;
  /** The page on which a row is added (null) or edited, where a dialog is too small for it. */
  readonly formAt?: (row: ResourceRow | null) => {
    readonly to: string;
    readonly search: Readonly<Record<string, number | undefined>>;
  };
  readonly toolbar?: ComponentType<ToolbarProps>;
  readonly actions?: readonly RowAction[];
  /** Shown after a row was added, with what the server answered. */
  readonly AfterAdd?: ComponentType<ActionProps>;
  /** A further step that a person may take with the saved row: a check box in the form opens its dialog. */
  readonly followUp?: { readonly label: Text; readonly Dialog: ComponentType<ActionProps> };
  /** Tells what an edit would do before it is written; false = it is not written. */
  readonly confirmEdit?: (row: ResourceRow, values: Readonly<Record<string, unknown>>) => Promise<boolean>;
}
