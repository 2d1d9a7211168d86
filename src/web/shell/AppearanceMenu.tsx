import BgColorsOutlined from '@ant-design/icons-svg/es/asn/BgColorsOutlined';
import { setAppearance, useAppearance } from '#web/theme/appearance.ts';
import { SKINS } from '#web/theme/skin.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Choice } from '#web/ui/Choice.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import styles from './AppearanceMenu.module.css';
import { setLayoutFlag, useLayout } from './layout.ts';

const GROUNDS = ['light', 'dark', 'system'] as const;
const FLAGS = ['fixedHeader', 'fixedNavigation', 'fixedRibbon', 'fixedFooter'] as const;

/** Skin, light or dark, and what of the layout stays in place; saved on this device. */
export function AppearanceMenu({ withLayout = true }: { withLayout?: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  return (
    <Popup label={t('appearance')} button={<Icon icon={BgColorsOutlined} size={16} />} width={288}>
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
  const skins = SKINS.map((one, value) => {
    const tokens = dark ? one.dark : one.light;
    const swatch = [tokens.sider, tokens.primary, tokens.layout];
    return {
      value,
      text: (
        <>
          <span className={styles.swatch} aria-hidden="true">
            {swatch.map((color, i) => (
              <i key={i} style={{ background: color }} />
            ))}
          </span>
          {text(one.name)}
        </>
      ),
    };
  });
  return (
    <>
      <Choice
        label={t('ground')}
        columns={3}
        options={GROUNDS.map((value) => ({ value, text: t(value) }))}
        value={ground}
        onChange={(next) => setAppearance({ skin, ground: next })}
      />
      <Choice
        label={t('skin')}
        columns={2}
        options={skins}
        value={skin}
        onChange={(next) => setAppearance({ skin: next, ground })}
      />
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
