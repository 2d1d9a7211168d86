import type { Text } from '#contract/text.ts';
import type { Attachment } from './file.ts';

/** A message as a carrier takes it. */
export interface Letter {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  readonly html: string | null;
  readonly attachments: readonly Attachment[];
  readonly purpose: string;
}

/** One way out. @returns what to tell although it went out, null where nothing. @throws Undelivered */
export interface Carrier {
  send(letter: Letter): Promise<Text | null>;
}

/** It did not go out; `final` = trying again would not help. */
export class Undelivered extends Error {
  readonly text: Text;
  readonly final: boolean;
  constructor(text: Text, final: boolean) {
    super(text.en);
    this.name = 'Undelivered';
    this.text = text;
    this.final = final;
  }
}
