import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import type { ObjectCategory } from '#contract/monitorType.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { Cell as Names } from '#field/references/web.tsx';
import { useHeldAddress } from '#web/heldAddress.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ObjectNode } from '../contract.ts';
import { infoQuery } from './calls.ts';
import { ExtendForm } from './ExtendForm.tsx';
import { ItemPart } from './ItemPart.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import type { Step } from './TreeBox.tsx';
import { useObjectTexts } from './useObjectTexts.ts';

interface ObjectDetailProps {
  readonly node: ObjectNode;
  readonly siblings: { readonly at: number; readonly of: number };
  readonly onAdd: (category: ObjectCategory) => void;
  readonly onStep: (at: number, of: number, how: Step) => void;
  readonly onDelete: () => void;
  readonly onChanged: () => Promise<void>;
}

/** What may be added below an object, by its category. */
const BELOW: Readonly<Record<ObjectCategory, readonly ObjectCategory[]>> = {
  0: ['1', '2', '3', '0'],
  1: ['1', '2', '3', '0'],
  2: ['2', '3'],
  3: ['3'],
};
const ADD = { 0: 'add0', 1: 'add1', 2: 'add2', 3: 'add3' } as const;

/** One object: what it is, the fields of its type, the values that are monitored at it, and what may be done with it. */
export function ObjectDetail({ node, siblings, onAdd, onStep, onDelete, onChanged }: ObjectDetailProps) {
  const t = useObjectTexts();
  const say = useText();
  const mayAdd = useMay('archive.monitorObject.add');
  const mayEdit = useMay('archive.monitorObject.edit');
  const mayDelete = useMay('archive.monitorObject.del');
  const [editing, setEditing] = useState(false);
  const held = useHeldAddress() !== null;
  const info = useQuery(infoQuery(node.id));
  if (info.isPending) return <LoadingState height={300} />;
  if (info.isError)
    return <ErrorState what={info.error.message} onRetry={() => void info.refetch()} height={300} />;
  const { data } = info;
  const { at, of } = siblings;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('category'), say(OBJECT_CATEGORIES[data.objectCategory])],
    [t('code'), data.orgCode],
    [t('path'), data.path.map((one) => one.orgName).join(' / ')],
    [t('site'), data.titles['siteId']],
    [t('type'), data.titles['monitorObjectTypeId']],
    ...(data.objectCategory === '2' ? ([[t('device'), data.titles['deviceId']]] as const) : []),
    [
      t('meters'),
      data.ammeterIdList?.length ? (
        <Names
          key="meters"
          field={monitorObject.fields.ammeterIdList}
          value={data.ammeterIdList}
          title={data.titles['ammeterIdList']}
        />
      ) : null,
    ],
    [t('remark'), data.remark],
  ];
  return (
    <div className={kit.stack}>
      <Panel
        title={
          held ? (
            data.orgName
          ) : (
            <PageLink kind="object" id={data.id}>
              {data.orgName}
            </PageLink>
          )
        }
        unit={say(OBJECT_CATEGORIES[data.objectCategory])}
      >
        <div className={styles.buttons}>
          {mayAdd &&
            BELOW[data.objectCategory].map((category) => (
              <Button key={category} onClick={() => onAdd(category)}>
                {t(ADD[category])}
              </Button>
            ))}
          {mayEdit && (
            <>
              <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
              <Button disabled={at === 0} onClick={() => onStep(at, of, 'up')}>
                {t('up')}
              </Button>
              <Button disabled={at >= of - 1} onClick={() => onStep(at, of, 'down')}>
                {t('down')}
              </Button>
              <Button disabled={node.parentId === null} onClick={() => onStep(at, of, 'upgrade')}>
                {t('upgrade')}
              </Button>
              <Button disabled={at === 0} onClick={() => onStep(at, of, 'degrade')}>
                {t('degrade')}
              </Button>
            </>
          )}
          {mayDelete && (
            <Button kind="danger" onClick={onDelete}>
              {t('del')}
            </Button>
          )}
        </div>
        <dl className={`${kit.facts} ${styles.facts}`}>
          {facts.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value || MISSING}</dd>
            </div>
          ))}
        </dl>
        {data.deviceId !== null && (
          <p className={styles.foot}>
            {(['SDNDeviceFile', 'SDNDeviceTrace', 'SDNDeviceExtend'] as const).map((page, i) => (
              <Link
                key={page}
                to={`/SDNEquipment/${page}` as never}
                search={{ f: [['deviceId', 'eq', data.deviceId]] } as never}
              >
                {t((['files', 'trace', 'facts'] as const)[i] ?? 'facts')}
              </Link>
            ))}
          </p>
        )}
      </Panel>
      <Panel
        title={t('extend')}
        extra={<Link to={'/SDNBaseConfig/SDNMonitorObjectTypeExtra' as never}>{t('toExtend')}</Link>}
      >
        {data.monitorObjectTypeId === null || data.extends.length === 0 ? (
          <p className={styles.quiet}>{t(data.monitorObjectTypeId === null ? 'noType' : 'noExtend')}</p>
        ) : (
          <ExtendForm
            // Another type brings other fields.
            key={`${data.id} ${data.monitorObjectTypeId}`}
            orgId={data.id}
            fields={data.extends}
            mayEdit={mayEdit}
            onSaved={onChanged}
          />
        )}
      </Panel>
      <ItemPart info={data} onChanged={onChanged} />
      {editing && (
        <ResourceForm
          resource={monitorObject}
          slots={{}}
          row={data as unknown as ResourceRow}
          consumerId={data.consumerId}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
