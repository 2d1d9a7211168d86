import { inContext } from '../../src/contract/translate.ts';
import { collectPhrases } from '../phrases.ts';
import { spelledTexts } from './source.ts';

/** Every text of the product by the key of where it is used, a flat list a language. */
export interface Catalogue {
  readonly zh: Readonly<Record<string, string>>;
  readonly en: Readonly<Record<string, string>>;
}

/** Collects the texts of the product: those of `texts.ts` by `<namespace>.<key>`, all others by their address. */
export async function catalogueOf(root: string): Promise<Catalogue> {
  const phrases = await collectPhrases(root);
  const zh = { ...phrases.zh };
  const en = { ...phrases.en };
  for (const text of spelledTexts(root)) {
    let key = text.key;
    for (let n = 2; key in en; n++) key = `${text.key}.${n}`;
    en[key] = text.en;
    if (text.zh !== undefined) zh[key] = text.zh;
  }
  return { zh, en };
}

/** What a translator is asked for, in the order of the catalogue, and what may be said besides in a context. */
export function messagesOf({ zh, en }: Catalogue): { asked: string[]; inContext: Set<string> } {
  const query = new Set<string>();
  const contexts = new Set<string>();
  for (const [key, text] of Object.entries(en)) {
    query.add(text);
    const chinese = zh[key];
    if (chinese !== undefined) contexts.add(inContext(text, chinese));
  }
  return { asked: [...query], inContext: contexts };
}
