import { textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { utcDate } from '#domain/time/date.ts';
import { defineRoute } from '#server/route.ts';
import type { Download } from '#server/route.ts';
import { manualPage } from '../domain/manualPage.ts';
import type { ScreenName } from '../domain/manualPage.ts';
import { faqsOf } from './faq.ts';

/** The manual for the account: its screens, and the questions as they stand. */
export const downloadManual = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/help/download',
  summary: { zh: '帮助：下载用户手册', en: 'Help: download the user manual' },
  permission: null,
  why: 'shared',
  params: z.object({ language: z.enum(['zh', 'en']).optional() }),
  example: {},
  handler: async ({ trx, caller, params, language: query }): Promise<Download> => {
    const language = params.language ?? query;
    const named = (table: string) => sql.ref(`${table}.${language === 'zh' ? 'fun_name' : 'fun_name_en'}`);
    const { rows } = await sql<ScreenName>`
      select ${named('g')} as "group", ${named('f')} as name from fun f join fun g on g.id = f.parent_id
      where f.fun_type = 'screen' and f.fun_code = any (${[...caller.funCodes]})
        and coalesce(f.class_name, '') <> 'hide' order by g.ix, g.id, f.ix, f.id`.execute(trx);
    const say = (name: string): string => textIn({ zh: name, en: name }, language);
    const screens = rows.map(({ group, name }) => ({ group: say(group), name: say(name) }));
    const made = utcDate(Date.now());
    const page = manualPage(language, screens, await faqsOf(trx, language), made);
    const name = textIn({ zh: '用户手册', en: 'User manual' }, language);
    return { fileName: `${name}.html`, mimeType: 'text/html; charset=utf-8', body: Buffer.from(page) };
  },
});
