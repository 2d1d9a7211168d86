import { useState } from 'react';
import { resourceOf } from '#resource/index.ts';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { MenuTree } from './MenuTree.tsx';
import styles from './MenuAdmin.module.css';

const NO_SLOTS = {};

/** The menu of the product: as the tree that people see, or as a table to filter, import and export. */
export default function MenuAdminPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const [view, setView] = useState<'tree' | 'table'>('tree');
  return (
    <div className={styles.page}>
      <div className={styles.views}>
        <Segmented
          label={t('view')}
          options={[
            { value: 'tree', text: t('asTree') },
            { value: 'table', text: t('asTable') },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'tree' ? <MenuTree /> : <ResourcePage resource={resourceOf('fun')} slots={NO_SLOTS} />}
    </div>
  );
}
