import type * as z from 'zod';
import { issueText } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';

const printable = (word: unknown): string =>
  typeof word === 'string' ? word.replace(/\p{Cc}/gu, '').slice(0, 60) : '?';

/** A sentence that names the element it is about. */
export function aboutElement(one: unknown, problem: Text): Text {
  const { id, type, label, text } = (one ?? {}) as Record<string, unknown>;
  const words = printable(label ?? text ?? type);
  return {
    zh: `图元 ${printable(id)}（${words}）：${problem.zh}`,
    en: `Element ${printable(id)} (${words}): ${problem.en}`,
  };
}

/** The first element of a list that is none, as a sentence; null = all are. */
export function elementProblem(list: unknown, most: number, schema: z.ZodType): Text | null {
  if (!Array.isArray(list)) return null;
  if (list.length > most)
    return { zh: `图元数 ${list.length}，最多 ${most} 个`, en: `${list.length} elements: at most ${most}` };
  for (const one of list as unknown[]) {
    const read = schema.safeParse(one);
    const issue = read.success ? undefined : read.error.issues[0];
    if (!issue) continue;
    const what = issueText(issue);
    const field = issue.path.join('.');
    return aboutElement(one, field === '' ? what : { zh: `${field} ${what.zh}`, en: `${field} ${what.en}` });
  }
  return null;
}

/** The first thing that is wrong with a whole picture. */
export function pictureProblem({ issues: [issue] }: z.ZodError): Text {
  const where = issue?.path.join('.') ?? '';
  const what = issue ? issueText(issue) : { zh: '无效的值', en: 'is not valid' };
  return { zh: `画面 ${where}：${what.zh}`, en: `Scene ${where}: ${what.en}` };
}
