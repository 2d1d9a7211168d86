import { type Language, NAME_COMMA, type Text, textIn } from '#contract/text.ts';
import type { Faq } from '../contract.ts';
import { MANUAL } from './manual.ts';

const WORDS = {
  title: { zh: 'Meterhouse 用户手册', en: 'Meterhouse user manual' },
  screens: { zh: '您的页面', en: 'Your screens' },
  faq: { zh: '常见问题', en: 'Questions and answers' },
  made: { zh: '生成时间', en: 'Made' },
  contents: { zh: '目录', en: 'Contents' },
} as const satisfies Readonly<Record<string, Text>>;

const STYLE = `body{font:15px/1.6 system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;max-width:46em;
margin:2em auto;padding:0 1em;color:#1d232a}h1{font-size:26px}h2{font-size:19px;margin-top:1.8em;border-bottom:1px solid #ccd}
h3{font-size:15px;margin:1.2em 0 .2em}p{margin:.4em 0}small{color:#556}@media print{h2,h3{break-after:avoid}}`;

/** A screen of the account that the manual is made for. */
export interface ScreenName {
  readonly group: string;
  readonly name: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0) ?? 0};`);

/**
 * The manual as one HTML page without scripts, to be read or printed: the parts of the manual, the screens of the
 * account, and the questions and answers as they stand.
 * @param made the day, `YYYY-MM-DD`
 */
export function manualPage(
  language: Language,
  screens: readonly ScreenName[],
  faqs: readonly Faq[],
  made: string,
): string {
  const word = (key: keyof typeof WORDS): string => textIn(WORDS[key], language);
  const groups = [...new Set(screens.map((screen) => screen.group))];
  const parts: [string, string][] = [
    ...MANUAL.map((part): [string, string] => [
      textIn(part.title, language),
      part.paragraphs.map((one) => `<p>${escapeHtml(textIn(one, language))}</p>`).join('\n'),
    ]),
    [
      word('screens'),
      groups
        .map((group) => {
          const names = screens.filter((screen) => screen.group === group).map((screen) => screen.name);
          return `<h3>${escapeHtml(group)}</h3>\n<p>${escapeHtml(names.join(textIn(NAME_COMMA, language)))}</p>`;
        })
        .join('\n'),
    ],
    [
      word('faq'),
      faqs
        .map(
          (faq) =>
            `<h3>${escapeHtml(faq.question)}</h3>\n<p>${escapeHtml(faq.answer).replaceAll('\n', '<br>')}</p>`,
        )
        .join('\n'),
    ],
  ];
  const full = parts.filter(([, body]) => body !== '');
  const contents = full
    .map(([title], i) => `<li><a href="#p${i + 1}">${escapeHtml(title)}</a></li>`)
    .join('\n');
  const body = full
    .map(([title, text], i) => `<h2 id="p${i + 1}">${escapeHtml(title)}</h2>\n${text}`)
    .join('\n');
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${word('title')}</title><style>${STYLE}</style></head>
<body>
<h1>${word('title')}</h1>
<p><small>${word('made')} ${made}</small></p>
<nav aria-label="${word('contents')}"><ol>
${contents}
</ol></nav>
${body}
</body>
</html>
`;
}
