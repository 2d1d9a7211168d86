import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import { useQuery } from '@tanstack/react-query';
import { controlInterlock } from '#resource/archive/controlInterlock.ts';
import { iRemoteControl } from '#resource/archive/iRemoteControl.ts';
import type { Params } from '#web/api.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useMay } from '#web/session/session.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { ControlPointWire } from '../contract.ts';
import type { Change, PointAddress } from './address.ts';
import { pointsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { PositionMark, useHindranceText } from './mark.tsx';
import { useControlTexts } from './useControlTexts.ts';

export interface PointListProps {
  /** Whose points: an enterprise, or an object. */
  readonly params: Params;
  readonly address: PointAddress;
  readonly onChange: Change<PointAddress>;
}

/** The points as they stand, each with why it may not be operated. */
export function PointList({ params, address, onChange }: PointListProps) {
  const t = useControlTexts();
  const { q, page, size, shown } = address;
  const answer = useQuery(pointsQuery({ ...params, search: q, shown, current: page, pageSize: size }));
  const columns = usePointColumns(answer.dataUpdatedAt, onChange);
  const counts = answer.data?.counts;
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <FilterBar actions={<SetUpLinks />}>
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(text) => onChange({ q: text || undefined, page: undefined })}
        />
        <Segmented
          label={t('shown')}
          value={shown}
          options={[
            { value: 'all', text: counts ? `${t('all')} ${counts.all}` : t('all') },
            { value: 'ready', text: counts ? `${t('ready')} ${counts.ready}` : t('ready') },
            { value: 'refused', text: counts ? `${t('refused')} ${counts.refused}` : t('refused') },
          ]}
          onChange={(next) => onChange({ shown: next === 'all' ? undefined : next, page: undefined })}
        />
      </FilterBar>
      <Panel flush title={t('points')} {...(counts ? { unit: t('counts', { ...counts }) } : {})}>
        <ListTable<ControlPointWire>
          {...answerOf(answer)}
          label={t('points')}
          columns={columns}
          keyOf={(row) => row.controlId}
          page={{ current: page, size }}
          onPage={(current, next) => onChange({ page: current, size: next })}
          actionsOf={(row) => <Actions row={row} onChange={onChange} />}
          empty={
            q !== '' || shown !== 'all' ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState
                why={t('consumerId' in params ? 'noPoint' : 'noPointHere')}
                next={t('noPointNext')}
                height={240}
              >
                <SetUpLinks />
              </EmptyState>
            )
          }
        />
      </Panel>
    </div>
  );
}

function SetUpLinks() {
  const t = useControlTexts();
  const mayPoint = usePermissions(iRemoteControl);
  const mayLock = usePermissions(controlInterlock);
  return (
    <span className={styles.links}>
      {mayPoint('edit') && <GoLink goal={{ to: iRemoteControl.screen }}>{t('archive')}</GoLink>}
      {mayLock('edit') && <GoLink goal={{ to: controlInterlock.screen }}>{t('interlockArchive')}</GoLink>}
    </span>
  );
}

function Actions({
  row,
  onChange,
}: {
  readonly row: ControlPointWire;
  readonly onChange: Change<PointAddress>;
}) {
  const t = useControlTexts();
  const maySelect = useMay('archive.iRemoteControl.select');
  return (
    <span className={styles.actions}>
      {maySelect && row.way !== null && (
        <Button
          kind="link"
          aria-label={`${t('operate')} ${row.controlCode}`}
          onClick={() => onChange({ point: row.controlId }, { push: true })}
        >
          {t('operate')}
        </Button>
      )}
      <Button
        kind="link"
        aria-label={`${t('tag')} ${row.controlCode}`}
        onClick={() => onChange({ tags: row.controlId }, { push: true })}
      >
        {t('tag')}
      </Button>
    </span>
  );
}

function usePointColumns(now: number, onChange: Change<PointAddress>) {
  const t = useControlTexts();
  const because = useHindranceText();
  return [
    {
      key: 'point',
      title: t('point'),
      render: (row: ControlPointWire) => (
        <span className={kit.wordsInline}>
          <b>{row.controlCode}</b>
          {row.way === null ? (
            row.controlName
          ) : (
            <Button kind="link" onClick={() => onChange({ point: row.controlId }, { push: true })}>
              {row.controlName}
            </Button>
          )}
          {row.twoPersons && <small className={styles.chip}>{t('twoPersons')}</small>}
        </span>
      ),
    },
    { key: 'state', title: t('state'), render: (row: ControlPointWire) => <PositionMark point={row} /> },
    {
      key: 'age',
      title: t('age'),
      render: (row: ControlPointWire) => <Ago at={row.heardAt} zone={row.timeZone} now={now} />,
    },
    {
      key: 'may',
      title: t('may'),
      hint: (row: ControlPointWire) => (row.hindrance ? because(row.hindrance) : undefined),
      render: (row: ControlPointWire) =>
        row.hindrance ? (
          <span className={styles.may}>
            <Icon icon={LockOutlined} />
            <span>{because(row.hindrance)}</span>
          </span>
        ) : (
          <span className={styles.may}>
            <i aria-hidden="true">✓</i>
            {t('maySelect')}
          </span>
        ),
    },
    { key: 'site', title: t('site'), render: (row: ControlPointWire) => row.siteName },
  ];
}
