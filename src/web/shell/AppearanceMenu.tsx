import BgColorsOutlined from '@ant-design/icons-svg/es/asn/BgColorsOutlined';
import { setAppearance, useAppearance, type Appearance } from '#web/theme/appearance.ts';
import { SKINS } from '#web/theme/skin.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import styles from './choice.module.css';
import { setLayoutFlag, useLayout } from './layout.ts';

const GROUNDS: readonly Appearance['ground'][] = ['light', 'dark', 'system'];
const FLAGS = ['fixedHeader', 'fixedNavigation', 'fixedRibbon', 'fixedFooter'] as const;

/** Skin, light or dark, and what of the layout stays in place; saved on this device. */
export function AppearanceMenu({ withLayout = true }: { withLayout?: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  return (
    <Popup label={t('appearance')} button={<Icon icon={BgColorsOutlined} size={16} />} width={280}>
      {() => (
        <>
          <SkinChoice />
          {withLayout && <LayoutChoice />}
        </>
      )}
    </Popup>
  );
}

function SkinChoice() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const text = useText();
  const { skin, ground, dark } = useAppearance();
  return (
    <>
      <h2 className={styles.title}>{t('ground')}</h2>
      <div className={styles.three} role="radiogroup" aria-label={t('ground')}>
        {GROUNDS.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === ground}
            className={styles.option}
            onClick={() => setAppearance({ skin, ground: one })}
          >
            {t(one)}
          </button>
        ))}
      </div>
      <h2 className={styles.title}>{t('skin')}</h2>
      <div className={styles.grid} role="radiogroup" aria-label={t('skin')}>
        {SKINS.map((one, i) => {
          const tokens = dark ? one.dark : one.light;
          return (
            <button
              key={one.name.en}
              type="button"
              role="radio"
              aria-checked={i === skin}
              className={styles.option}
              onClick={() => setAppearance({ skin: i, ground })}
            >
              <span className={styles.swatch} aria-hidden="true">
                <i style={{ background: tokens.sider }} />
                <i style={{ background: tokens.primary }} />
                <i style={{ background: tokens.layout }} />
              </span>
              {text(one.name)}
            </button>
          );
        })}
      </div>
    </>
  );
}

function LayoutChoice() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const layout = useLayout();
  return (
    <>
      <h2 className={styles.title}>{t('layout')}</h2>
      {FLAGS.map((flag) => (
        <label key={flag} className={styles.check}>
          <input
            type="checkbox"
            checked={layout[flag]}
            onChange={(event) => setLayoutFlag(flag, event.target.checked)}
          />
          {t(flag)}
        </label>
      ))}
    </>
  );
}
