import type { ComponentType } from 'react';
import type { Filter } from '#contract/envelope.ts';
import type { Field } from '#contract/field.ts';

/** A row of any resource as it travels. */
export interface ResourceRow {
  readonly id: number;
  /** What the references point to, in words; several with the comma of the language between. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A value shown; never called with null: what is missing is `--` for every kind. */
export interface CellProps {
  readonly field: Field;
  readonly value: unknown;
  /** Title of what a reference points to, as the row brought it. */
  readonly title?: string | undefined;
}

/** A value being entered. What is typed is kept as typed; `readField` of the contract reads it. */
export interface InputProps {
  readonly field: Field;
  readonly id?: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly title?: string | undefined;
  /** The enterprise whose rows a reference may point to; null = any. */
  readonly consumerId: number | null;
  readonly invalid?: boolean;
  /** Id of the sentence that says what is wrong or what is meant. */
  readonly describedBy?: string | undefined;
  /** Read out where no label points to the input. */
  readonly label?: string;
  /** Inside a table cell: small, one line, focused at once. */
  readonly inline?: boolean;
}

/** The filters of one column; several are joined by and. */
export interface FilterProps {
  readonly field: Field;
  readonly name: string;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
  readonly label: string;
  readonly consumerId: number | null;
}

/** How a kind stands in a table. */
export interface KindColumn {
  readonly align: 'start' | 'end';
  /** Least width in pixels. */
  readonly width: number;
  /** May be edited in its cell. */
  readonly inline: boolean;
}

/** The web half of a kind of field: `src/field/<kind>/web.tsx`. */
export interface KindWeb {
  readonly Cell: ComponentType<CellProps>;
  readonly Input: ComponentType<InputProps>;
  readonly Filter: ComponentType<FilterProps>;
  readonly column: KindColumn;
}
