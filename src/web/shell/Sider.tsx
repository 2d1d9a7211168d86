import MenuFoldOutlined from '@ant-design/icons-svg/es/asn/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons-svg/es/asn/MenuUnfoldOutlined';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Brand } from './Brand.tsx';
import { ConsumerSelect } from './ConsumerSelect.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { setLayoutFlag } from './layout.ts';
import { MenuTree } from './MenuTree.tsx';
import { Places } from './Places.tsx';
import styles from './Sider.module.css';
import { TourOffer } from '../tour/TourOffer.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The side bar: brand, menu tree, user; 250 wide, 64 when collapsed to icons, or inside the drawer. */
export function Sider({ collapsed, drawer }: { collapsed: boolean; drawer?: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const toggle = collapsed ? t('expand') : t('collapse');
  return (
    <aside
      className={`${styles.sider} ${collapsed ? styles.collapsed : ''} ${drawer ? styles.drawer : ''}`}
      aria-label={t('menu')}
    >
      <Brand compact={collapsed} />
      {drawer && (
        <div className={styles.enterprise}>
          <ConsumerSelect wide />
        </div>
      )}
      <div className={styles.list}>
        {!collapsed && <Places />}
        <MenuTree collapsed={collapsed} />
      </div>
      {!collapsed && <TourOffer />}
      <div className={styles.foot}>
        <UserMenu compact={collapsed} />
        {drawer ? (
          <LanguageMenu above />
        ) : (
          <Button
            kind="icon"
            aria-label={toggle}
            title={toggle}
            onClick={() => setLayoutFlag('collapsed', !collapsed)}
          >
            <Icon icon={collapsed ? MenuUnfoldOutlined : MenuFoldOutlined} />
          </Button>
        )}
      </div>
    </aside>
  );
}
