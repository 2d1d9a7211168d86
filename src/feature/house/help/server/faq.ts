import { sql } from 'kysely';
import * as z from 'zod';
import { type Language, type Text, textIn } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { Faq } from '../contract.ts';

/** The questions in use, in order. */
export async function faqsOf(db: Db, language: Language, search = ''): Promise<Faq[]> {
  const like = `%${search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  const named = (key: string) =>
    language === 'zh' ? sql.ref(key) : sql`coalesce(${sql.ref(`${key}_en`)}, ${sql.ref(key)})`;
  const { rows } = await sql<Faq>`
    select id, ${named('question')} as question, ${named('answer')} as answer from help_faq
    where state = '1' and (${named('question')} ilike ${like} or ${named('answer')} ilike ${like} or _initials ilike ${like})
    order by ix, id limit 500`.execute(db);
  const say = (text: string): string => textIn({ zh: text, en: text }, language);
  return rows.map((row) => ({ ...row, question: say(row.question), answer: say(row.answer) }));
}

export const getFaq = defineRoute({
  method: 'GET',
  path: '/api/sys/help/getFaq',
  summary: { zh: '帮助：常见问题', en: 'Help: questions and answers' },
  permission: null,
  why: 'shared',
  params: z.object({ search: z.string().max(60).optional() }),
  example: {},
  handler: ({ trx, params, language }) => faqsOf(trx, language, params.search),
});

const SHIPPED: readonly { readonly question: Text; readonly answer: Text }[] = [
  {
    question: { zh: '为什么有的数字显示为 --？', en: 'Why is a figure shown as --?' },
    answer: {
      zh: '该时段没有收到数据。平台不把缺失当作 0；数据补到后会自动重算。',
      en: 'No data came for that time. The platform never takes missing data for 0; once the data comes it is counted by itself.',
    },
  },
  {
    question: { zh: '数字旁的百分比圆环是什么？', en: 'What is the ring with a percentage beside a figure?' },
    answer: {
      zh: '覆盖率：该数字依据的数据占应有数据的比例，低于 100% 时显示。',
      en: 'Coverage: the share of the time for which there is data, shown below 100 %.',
    },
  },
  {
    question: { zh: '导入错了怎么办？', en: 'An import was wrong. What now?' },
    answer: {
      zh: '在“数据录入”的记录中点击“撤销”，整批数据不再计入，用量自动重算。',
      en: 'Press “Undo” in the list of “Data input”: the whole import no longer counts and usage is counted again.',
    },
  },
  {
    question: { zh: '换表后历史用量会变吗？', en: 'Does history change when a meter is replaced?' },
    answer: {
      zh: '不会。在“表计履历”登记换表时间与底数，换表前后各按当时的表计与倍率计算。',
      en: 'No. Enter the time and the registers under “Meter life”: before and after it each counts with the device and ratio of its time.',
    },
  },
  {
    question: { zh: '网关令牌丢失了怎么办？', en: 'The token of a gateway is lost. What now?' },
    answer: {
      zh: '令牌只显示一次，不能找回。在网关上更换令牌，再把新令牌填入设备；旧令牌立即失效。',
      en: 'A token is shown once and cannot be found again. Issue a new one and put it into the device; the old one stops at once.',
    },
  },
  {
    question: { zh: '忘记密码怎么办？', en: 'I have forgotten my password. What now?' },
    answer: {
      zh: '在登录页点击“忘记密码”用短信验证码重设，或请管理员重置。',
      en: 'Use “Forgot password” on the log-in page with a code by short message, or ask an administrator to set a new one.',
    },
  },
];

/** Brings the first questions into a new database, once: what operators make of them stays. */
export async function shipFaqs(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`insert into setting (name, value) values ('helpFaq', 'true')
      on conflict (name) do nothing returning name`.execute(trx);
    if (rows.length === 0) return;
    for (const [ix, one] of SHIPPED.entries())
      await sql`insert into help_faq (question, answer, question_en, answer_en, ix, state)
        values (${one.question.zh}, ${one.answer.zh}, ${one.question.en}, ${one.answer.en}, ${ix + 1}, '1')
        on conflict (question) do nothing`.execute(trx);
  });
}
