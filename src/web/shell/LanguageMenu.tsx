import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined';
import { useState } from 'react';
import type { Language } from '#contract/text.ts';
import { useLanguage } from '#web/text/language.ts';
import { LANGUAGES } from '#web/text/languages.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Choice } from '#web/ui/Choice.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import { changeLanguage } from './changeLanguage.ts';

const OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, text: name, lang: code }));

/** The choice of language; `above`: it opens above its button. */
export function LanguageMenu({ above = false }: { above?: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const shown = useLanguage();
  // Its phrases may still have to be loaded.
  const [chosen, setChosen] = useState<Language | null>(null);
  const change = (language: Language): void => {
    setChosen(language);
    void changeLanguage(language).finally(() => setChosen(null));
  };
  return (
    <Popup label={t('language')} button={<Icon icon={GlobalOutlined} size={16} />} width={160} above={above}>
      {() => <Choice label={t('language')} options={OPTIONS} value={chosen ?? shown} onChange={change} />}
    </Popup>
  );
}
