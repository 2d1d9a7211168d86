import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { resourceOf } from '#resource/index.ts';
import { NAME_COMMA } from '#contract/text.ts';
import { get } from '#web/api.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { deviceTime } from '#web/session/zone.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { AccountFunction, AccountRights } from '../contract.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Permission.module.css';

const EMPLOYEE = resourceOf('orgEmployee');

const readAddress = (raw: RawAddress): { userId: number | null } => {
  const userId = Number(raw['userId']);
  return { userId: Number.isInteger(userId) && userId > 0 ? userId : null };
};

/** The rights of one account. */
export function AccountRightsView() {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const [{ userId }, change] = useAddress(readAddress);
  const rights = useQuery({
    queryKey: ['sys', 'permission', userId],
    queryFn: () => get<AccountRights>('sys/permission/getOfAccount', { userId }, { quiet: true }),
    enabled: userId !== null,
  });
  return (
    <>
      <Panel>
        <div className={kit.barLoose}>
          <span>{t('account')}</span>
          <div className={styles.who}>
            <ReferenceSelect
              target={EMPLOYEE}
              ids={userId === null ? [] : [userId]}
              title={rights.data?.name}
              multiple={false}
              consumerId={null}
              label={t('chooseAccount')}
              onChange={(ids) => change({ userId: ids[0] })}
            />
          </div>
        </div>
      </Panel>
      {userId === null ? (
        <Panel>
          <EmptyState why={t('chooseAccount')} next={t('chooseNext')} height={280} />
        </Panel>
      ) : rights.isError ? (
        <ErrorState what={rights.error.message} onRetry={() => void rights.refetch()} />
      ) : rights.data ? (
        <>
          <Facts rights={rights.data} />
          <Functions rights={rights.data} />
        </>
      ) : (
        <LoadingState />
      )}
    </>
  );
}

function Facts({ rights }: { rights: AccountRights }) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const say = useText();
  const names = (list: readonly { readonly orgName: string }[]): string =>
    list.map((one) => one.orgName).join(say(NAME_COMMA));
  return (
    <Panel title={`${rights.name} (${rights.userName})`}>
      <dl className={styles.facts}>
        <dt>{t('state')}</dt>
        <dd>
          <StatusDot
            status={rights.active && rights.hasPassword ? 'normal' : 'offline'}
            text={t(!rights.active ? 'inactive' : rights.hasPassword ? 'active' : 'noPassword')}
          />
          {rights.lockedUntil && (
            <span className={styles.note}>{t('lockedUntil', { time: deviceTime(rights.lockedUntil) })}</span>
          )}
          {rights.lastSeen && (
            <span className={styles.note}>{t('lastSeen', { time: deviceTime(rights.lastSeen) })}</span>
          )}
        </dd>
        <dt>{t('roles')}</dt>
        <dd>
          <ul className={kit.list}>
            {rights.roles.map((role) => (
              <li key={role.roleId}>
                {role.roleName}
                {role.limits.length > 0 && (
                  <span className={styles.note}>{t('limits', { names: names(role.limits) })}</span>
                )}
              </li>
            ))}
            {rights.roles.length === 0 && <li>--</li>}
          </ul>
        </dd>
        <dt>{t('reach')}</dt>
        <dd>
          {rights.enterprises === null ? t('allEnterprises') : names(rights.enterprises) || t('noEnterprise')}
          {rights.limits.length > 0 && (
            <span className={styles.note}>{t('maySee', { names: names(rights.limits) })}</span>
          )}
        </dd>
      </dl>
    </Panel>
  );
}

interface Placed {
  readonly fun: AccountFunction;
  readonly depth: number;
}

/** The functions in the order of the tree, each with its depth. */
function inOrder(functions: readonly AccountFunction[]): Placed[] {
  const below = new Map<number | null, AccountFunction[]>();
  for (const fun of functions) below.set(fun.parentId, [...(below.get(fun.parentId) ?? []), fun]);
  const walk = (parent: number | null, depth: number): Placed[] =>
    (below.get(parent) ?? []).flatMap((fun) => [{ fun, depth }, ...walk(fun.funId, depth + 1)]);
  return walk(null, 0);
}

function Functions({ rights }: { rights: AccountRights }) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const say = useText();
  const zh = useLanguage() === 'zh';
  const [only, setOnly] = useState(true);
  const [search, setSearch] = useState('');
  const ordered = useMemo(() => inOrder(rights.functions), [rights.functions]);
  const nameOf = (fun: AccountFunction): string => (zh ? fun.funName : fun.funNameEn);
  const isHeld = (fun: AccountFunction): boolean => fun.roleIds.length > 0 && !fun.barred;
  const roleNames = new Map(rights.roles.map((role) => [role.roleId, role.roleName]));
  const word = search.trim().toLowerCase();
  const shown = ordered.filter(
    ({ fun }) =>
      (!only || isHeld(fun)) && (!word || `${nameOf(fun)} ${fun.funCode}`.toLowerCase().includes(word)),
  );
  const held = ordered.filter(({ fun }) => isHeld(fun)).length;
  const columns: TableColumn<Placed>[] = [
    {
      key: 'function',
      title: t('function'),
      render: ({ fun, depth }) => <span style={{ paddingInlineStart: depth * 18 }}>{nameOf(fun)}</span>,
    },
    {
      key: 'kind',
      title: t('kind'),
      render: ({ fun: { funType } }) => t(funType === 'group' || funType === 'button' ? funType : 'screen'),
    },
    {
      key: 'code',
      title: t('code'),
      className: styles.code,
      render: ({ fun }) => <code>{fun.funCode}</code>,
    },
    {
      key: 'through',
      title: t('through'),
      render: ({ fun }) =>
        fun.barred
          ? t('barred')
          : fun.roleIds.map((id) => roleNames.get(id) ?? `#${id}`).join(say(NAME_COMMA)) || t('no'),
    },
  ];
  return (
    <Panel
      title={t('functions')}
      unit={t('count', { n: held, all: ordered.length })}
      extra={
        <>
          <input
            type="search"
            className={styles.search}
            aria-label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <label className={`${kit.row} ${styles.check}`}>
            <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />
            {t('onlyAllowed')}
          </label>
        </>
      }
      flush
    >
      <ScrollArea label={null} className={styles.scroll}>
        <Table<Placed>
          look="lines"
          className={styles.table}
          columns={columns}
          rows={shown}
          keyOf={({ fun }) => fun.funId}
          rowOf={({ fun }) => ({ className: isHeld(fun) ? undefined : styles.off })}
        />
      </ScrollArea>
    </Panel>
  );
}
