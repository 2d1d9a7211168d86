import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useQuery } from '@tanstack/react-query';
import { orgTreeQuery } from '#web/session/orgTree.ts';
import styles from './Calendar.module.css';
import type { VersionDraft } from './calls.ts';
import { useCalendarTexts } from './useCalendarTexts.ts';

export interface VersionFieldsProps {
  readonly draft: VersionDraft;
  readonly mayEdit: boolean;
  readonly onChange: (draft: VersionDraft) => void;
}

/** What a version is called, since when and where it holds. */
export function VersionFields({ draft, mayEdit, onChange }: VersionFieldsProps) {
  const t = useCalendarTexts();
  const tree = useQuery(orgTreeQuery(draft.consumerId));
  const sites = (tree.data ?? [])
    .flatMap((node) => node.children ?? [])
    .filter((node) => node.kind === 'site');
  return (
    <div className={styles.fields}>
      <label className={styles.field}>
        {t('name')}
        <Input
          value={draft.timezoneName}
          maxLength={60}
          disabled={!mayEdit}
          onChange={(event) => onChange({ ...draft, timezoneName: event.target.value })}
        />
      </label>
      <label className={styles.field}>
        {t('nameEn')}
        <Input
          value={draft.timezoneNameEn ?? ''}
          maxLength={60}
          disabled={!mayEdit}
          onChange={(event) => onChange({ ...draft, timezoneNameEn: event.target.value || null })}
        />
      </label>
      <label className={styles.field}>
        {t('validFrom')}
        <DatePicker
          value={draft.validFrom ? dayjs(draft.validFrom) : null}
          disabled={!mayEdit}
          allowClear={false}
          onChange={(day) => onChange({ ...draft, validFrom: day ? day.format('YYYY-MM-DD') : '' })}
        />
      </label>
      <label className={styles.field}>
        {t('sites')}
        <Select<number[]>
          mode="multiple"
          disabled={!mayEdit}
          placeholder={t('sitesNone')}
          aria-label={t('sites')}
          value={[...(draft.siteIdList ?? [])]}
          options={sites.map((site) => ({ value: site.id, label: site.name }))}
          onChange={(ids) => onChange({ ...draft, siteIdList: ids.length > 0 ? ids : null })}
        />
      </label>
    </div>
  );
}
