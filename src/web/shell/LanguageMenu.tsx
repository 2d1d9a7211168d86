import GlobalOutlined from '@ant-design/icons-svg/es/asn/GlobalOutlined';
import { changeLanguage } from './changeLanguage.ts';
import { LANGUAGES } from '#web/text/languages.ts';
import { useLanguage } from '#web/text/language.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import styles from './choice.module.css';

/** The choice of language. */
export function LanguageMenu() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const shown = useLanguage();
  return (
    <Popup label={t('language')} button={<Icon icon={GlobalOutlined} size={16} />} width={160}>
      {(close) => (
        <div role="radiogroup" aria-label={t('language')}>
          {LANGUAGES.map(({ code, name }) => (
            <button
              key={code}
              type="button"
              role="radio"
              lang={code}
              aria-checked={code === shown}
              className={styles.option}
              onClick={() => {
                close();
                void changeLanguage(code);
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </Popup>
  );
}
