import type { FieldKind } from '#contract/field.ts';
import * as choice from '#field/choice/web.tsx';
import * as choices from '#field/choices/web.tsx';
import * as code from '#field/code/web.tsx';
import * as codes from '#field/codes/web.tsx';
import * as date from '#field/date/web.tsx';
import * as dateTime from '#field/dateTime/web.tsx';
import * as decimal from '#field/decimal/web.tsx';
import * as flag from '#field/flag/web.tsx';
import * as integer from '#field/integer/web.tsx';
import * as reference from '#field/reference/web.tsx';
import * as references from '#field/references/web.tsx';
import * as richText from '#field/richText/web.tsx';
import * as structure from '#field/structure/web.tsx';
import * as text from '#field/text/web.tsx';
import type { Column } from './columns.ts';
import type { KindWeb } from './kindWeb.ts';

/** The web half of every kind of field. */
export const kindWebs: Readonly<Record<FieldKind, KindWeb>> = {
  text,
  integer,
  decimal,
  choice,
  choices,
  date,
  dateTime,
  flag,
  reference,
  references,
  structure,
  richText,
  code,
  codes,
};

/** Whether the values of a column stand at its end, as numbers do; the title of a row begins where the row begins. */
export const isAtEnd = ({ field, pinned }: Pick<Column, 'field' | 'pinned'>): boolean =>
  !pinned && kindWebs[field.kind].column.align === 'end';
