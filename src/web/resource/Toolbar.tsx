import ApartmentOutlined from '@ant-design/icons-svg/es/asn/ApartmentOutlined';
import ColumnHeightOutlined from '@ant-design/icons-svg/es/asn/ColumnHeightOutlined';
import ExportOutlined from '@ant-design/icons-svg/es/asn/ExportOutlined';
import FilterOutlined from '@ant-design/icons-svg/es/asn/FilterOutlined';
import ImportOutlined from '@ant-design/icons-svg/es/asn/ImportOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined';
import { Dropdown, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { May } from './usePermissions.ts';
import { DENSITIES, type Density } from './preferences.ts';
import styles from './ResourcePage.module.css';
import { useDraft } from './useDraft.ts';
import type { List } from './useList.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ToolbarProps {
  readonly list: List;
  readonly may: May;
  readonly hasTree: boolean;
  readonly narrow: boolean;
  readonly density: Density;
  /** The filters are in sight. */
  readonly filtering: boolean;
  readonly onFiltering: () => void;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onExport: (format: 'xlsx' | 'csv') => void;
  /** The choice of the export's format begins open; called when it closes. */
  readonly exporting: boolean;
  readonly onExported: () => void;
  /** Buttons of the resource's own. */
  readonly children?: ReactNode;
}

/** Search and view at the left; import, export, table settings and the new row at the right. */
export function Toolbar(props: ToolbarProps) {
  const { list, may, hasTree, narrow, density, filtering } = props;
  const t = useResourceTexts();
  const [choosing, choose] = useState(false);
  const { draft, change, flush } = useDraft(list.address.q, list.search);
  return (
    <div className={styles.toolbar}>
      <Input
        className={styles.search ?? ''}
        prefix={<Icon icon={SearchOutlined} />}
        allowClear
        aria-label={t('search')}
        placeholder={t('searchHint')}
        value={draft}
        onChange={(event) => change(event.target.value)}
        onPressEnter={flush}
        onBlur={flush}
      />
      <Button
        kind="icon"
        aria-pressed={filtering}
        aria-label={list.filters.length > 0 ? `${t('filterRow')} ${list.filters.length}` : t('filterRow')}
        title={t('filterRow')}
        className={filtering ? (styles.pressed ?? '') : ''}
        onClick={props.onFiltering}
      >
        <Icon icon={FilterOutlined} />
        {list.filters.length > 0 && <span className={styles.badge}>{list.filters.length}</span>}
      </Button>
      {hasTree && (
        <Button
          kind="icon"
          aria-label={t(list.inTree ? 'asList' : 'asTree')}
          title={t(list.inTree ? 'asList' : 'asTree')}
          onClick={() => list.show(list.inTree ? 'list' : 'tree')}
        >
          <Icon icon={list.inTree ? UnorderedListOutlined : ApartmentOutlined} />
        </Button>
      )}
      {list.inTree && (
        <>
          <Button kind="link" onClick={() => list.openAll(true)}>
            {t('openAll')}
          </Button>
          <Button kind="link" onClick={() => list.openAll(false)}>
            {t('closeAll')}
          </Button>
        </>
      )}
      {list.narrowed && (
        <Button kind="link" onClick={list.clear}>
          {t('clearFilters')}
        </Button>
      )}
      <div className={styles.end}>
        {props.children}
        {may('import') && (
          <Button onClick={props.onImport}>
            <Icon icon={ImportOutlined} />
            {t('import')}
          </Button>
        )}
        {may('export') && (
          <Dropdown
            trigger={['click']}
            open={choosing || props.exporting}
            onOpenChange={(open) => {
              choose(open);
              if (!open) props.onExported();
            }}
            menu={{
              items: [
                { key: 'xlsx', label: t('asXlsx') },
                { key: 'csv', label: t('asCsv') },
              ],
              onClick: ({ key }) => props.onExport(key === 'csv' ? 'csv' : 'xlsx'),
            }}
          >
            <Button aria-haspopup="menu">
              <Icon icon={ExportOutlined} />
              {t('exportSeen')}
            </Button>
          </Dropdown>
        )}
        {!narrow && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: DENSITIES.map((one) => ({ key: one, label: t(`density_${one}`) })),
              selectable: true,
              selectedKeys: [density],
              onClick: ({ key }) => list.prefer({ density: DENSITIES.find((one) => one === key) ?? null }),
            }}
          >
            <Button kind="icon" aria-haspopup="menu" aria-label={t('density')} title={t('density')}>
              <Icon icon={ColumnHeightOutlined} />
            </Button>
          </Dropdown>
        )}
        <ColumnChooser columns={list.columns} onChange={(columns) => list.prefer({ columns })} />
        {may('add') && (
          <Button kind="primary" onClick={props.onAdd}>
            <Icon icon={PlusOutlined} />
            {t('add')}
          </Button>
        )}
      </div>
    </div>
  );
}
