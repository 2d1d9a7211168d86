import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '#web/text/language.ts';
import { antdTheme } from './antdTheme.ts';
import { useAppearance } from './appearance.ts';
import { SKINS } from './skin.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';

/**
 * antd in the skin and language shown. A chunk of its own: the shell and the overview's first chart do without
 * antd, pages and dialogs bring it (`page()` in `routes.ts` and `lazyAntd()` wrap it around for you).
 */
export default function Antd({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { skin, dark } = useAppearance();
  const touch = useNarrow();
  const theme = useMemo(() => antdTheme(SKINS[skin] ?? SKINS[0]!, dark, touch), [skin, dark, touch]);
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en');
  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'zh' ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
      getPopupContainer={(trigger) => trigger?.closest('dialog') ?? document.body}
    >
      {children}
    </ConfigProvider>
  );
}
