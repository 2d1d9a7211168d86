import type { FieldKind } from '#contract/field.ts';
import { choiceServer } from '#field/choice/server.ts';
import { choicesServer } from '#field/choices/server.ts';
import { codeServer } from '#field/code/server.ts';
import { codesServer } from '#field/codes/server.ts';
import { dateServer } from '#field/date/server.ts';
import { dateTimeServer } from '#field/dateTime/server.ts';
import { decimalServer } from '#field/decimal/server.ts';
import { flagServer } from '#field/flag/server.ts';
import { integerServer } from '#field/integer/server.ts';
import { referenceServer } from '#field/reference/server.ts';
import { referencesServer } from '#field/references/server.ts';
import { richTextServer } from '#field/richText/server.ts';
import { structureServer } from '#field/structure/server.ts';
import { textServer } from '#field/text/server.ts';
import type { KindServer } from './kind.ts';

/** The server half of every kind of field. */
export const kindServers: Readonly<Record<FieldKind, KindServer>> = {
  text: textServer,
  integer: integerServer,
  decimal: decimalServer,
  choice: choiceServer,
  choices: choicesServer,
  date: dateServer,
  dateTime: dateTimeServer,
  flag: flagServer,
  reference: referenceServer,
  references: referencesServer,
  structure: structureServer,
  richText: richTextServer,
  code: codeServer,
  codes: codesServer,
};
