import { choiceKind } from '#field/choice/contract.ts';
import { choicesKind } from '#field/choices/contract.ts';
import { codeKind } from '#field/code/contract.ts';
import { codesKind } from '#field/codes/contract.ts';
import { dateKind } from '#field/date/contract.ts';
import { dateTimeKind } from '#field/dateTime/contract.ts';
import { decimalKind } from '#field/decimal/contract.ts';
import { flagKind } from '#field/flag/contract.ts';
import { integerKind } from '#field/integer/contract.ts';
import { referenceKind } from '#field/reference/contract.ts';
import { referencesKind } from '#field/references/contract.ts';
import { richTextKind } from '#field/richText/contract.ts';
import { structureKind } from '#field/structure/contract.ts';
import { textKind } from '#field/text/contract.ts';
import type { FieldKind, KindContract } from './field.ts';

/** The shared half of every kind of field. */
export const kindContracts: Readonly<Record<FieldKind, KindContract>> = {
  text: textKind,
  integer: integerKind,
  decimal: decimalKind,
  choice: choiceKind,
  choices: choicesKind,
  date: dateKind,
  dateTime: dateTimeKind,
  flag: flagKind,
  reference: referenceKind,
  references: referencesKind,
  structure: structureKind,
  richText: richTextKind,
  code: codeKind,
  codes: codesKind,
};
