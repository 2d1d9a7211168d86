import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { enterpriseInfo } from '#resource/yunshui/enterpriseInfo.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import ResourceScreen from '#web/resource/ResourceScreen.tsx';
import { pageQuery } from '#web/resource/rows.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { ValueCell } from '#web/resource/ValueCell.tsx';
import { slots } from '#resource/yunshui/enterpriseInfo.web.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Enterprise.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

const { fields } = enterpriseInfo;
type FieldName = keyof typeof fields;

/** The fields in the order of the registration form. */
const SECTIONS = {
  section_enterprise: [
    'cmpName',
    'enterpriseCode',
    'corporationName',
    'typeCode',
    'industryCode',
    'fieldCode',
    'energyConsumeLevel',
    'productionLine',
    'leadingProduct',
  ],
  section_contact: [
    'regionCode',
    'address',
    'zipCode',
    'phone',
    'fax',
    'email',
    'url',
    'longitude',
    'latitude',
  ],
  section_register: ['registerAddress', 'registerDate', 'registerPrincipal', 'orgCode', 'license'],
  section_kind: ['center', 'groupName', 'groupAddress', 'jgzh', 'isorg', 'orgType', 'remark'],
} as const satisfies Readonly<Record<string, readonly FieldName[]>>;

const VIEWS = ['form', 'table'] as const;

/** Tab 0: how the enterprise is registered, as a form of one row; the table is for import and export. */
export default function EnterprisePage() {
  const t = useArchiveTexts();
  const [view, setView] = useState<(typeof VIEWS)[number]>('form');
  return (
    <>
      <div className={styles.views}>
        <Segmented
          label={t('view')}
          value={view}
          options={[
            { value: 'form', text: t('asForm') },
            { value: 'table', text: t('asTable') },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'table' ? <ResourceScreen /> : <Registration />}
    </>
  );
}

function Registration() {
  const t = useArchiveTexts();
  const may = usePermissions(enterpriseInfo);
  const { consumer } = useConsumer();
  const consumerId = consumer?.orgId ?? null;
  const [open, setOpen] = useState(false);
  const answer = useQuery(
    pageQuery(enterpriseInfo, {
      current: 1,
      pageSize: 10,
      sorter: null,
      search: '',
      filters: consumerId === null ? [] : [{ field: 'consumerId', op: 'eq', value: consumerId }],
    }),
  );
  if (answer.isPending) return <LoadingState height={320} />;
  if (answer.isError)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={320} />;
  const row = answer.data.list[0] ?? null;
  const form = open && (
    <ResourceForm
      resource={enterpriseInfo}
      slots={slots}
      row={row}
      consumerId={consumerId}
      onClose={() => setOpen(false)}
    />
  );
  if (!row)
    return (
      <Panel>
        <EmptyState why={t('notRegistered')} next={t('notRegisteredNext')} height={320}>
          {may('add') && (
            <Button kind="primary" onClick={() => setOpen(true)}>
              {t('fill')}
            </Button>
          )}
        </EmptyState>
        {form}
      </Panel>
    );
  return (
    <div className={kit.stackLoose}>
      <Sections row={row}>
        {may('edit') && (
          <Button kind="primary" onClick={() => setOpen(true)}>
            {t('edit')}
          </Button>
        )}
      </Sections>
      {form}
    </div>
  );
}

function Sections({ row, children }: { readonly row: ResourceRow; readonly children: ReactNode }) {
  const t = useArchiveTexts();
  const say = useText();
  return (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).map((section, i) => (
    <Panel key={section} title={t(section)} extra={i === 0 && children}>
      <dl className={styles.fields}>
        {SECTIONS[section].map((name) => {
          const field = fields[name];
          return (
            <div key={name}>
              <dt>
                {say(field.label)}
                {field.unit && <small> {field.unit}</small>}
              </dt>
              <dd>
                <ValueCell name={name} field={field} row={row} slots={slots} />
              </dd>
            </div>
          );
        })}
      </dl>
    </Panel>
  ));
}
