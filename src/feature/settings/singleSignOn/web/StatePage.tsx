import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { signOnMapping } from '#resource/sys/signOnMapping.ts';
import { MISSING } from '#domain/figure/number.ts';
import { get } from '#web/api.ts';
import { deviceTime } from '#web/session/zone.ts';
import { type Say, useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { SignOnState } from '../contract.ts';
import { EventList, LinkList } from './Lists.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './SignOn.module.css';
import type { texts } from './texts.ts';

const stateQuery = queryOptions({
  queryKey: ['singleSignOn', 'getState'],
  queryFn: () => get<SignOnState>('sys/singleSignOn/getState', {}, { quiet: true }),
});

/** How single sign-on stands: settings, whether the provider answers, who signed in, which accounts are linked. */
export default function StatePage() {
  const t = useTexts<typeof texts>('singleSignOn');
  const state = useQuery(stateQuery);
  return (
    <div className={kit.stack}>
      <Panel
        title={t('state')}
        extra={
          state.data && <Link to={signOnMapping.screen}>{t('mappings', { n: state.data.mappings })}</Link>
        }
      >
        {state.isError ? (
          <ErrorState what={state.error.message} onRetry={() => void state.refetch()} />
        ) : state.data ? (
          <Settings state={state.data} />
        ) : (
          <LoadingState height={120} />
        )}
      </Panel>
      <Panel title={t('events')} flush>
        <EventList />
      </Panel>
      <Panel title={t('links')} flush>
        <LinkList />
      </Panel>
    </div>
  );
}

/** What to do before anybody can sign in. */
function warningOf(state: SignOnState, t: Say<typeof texts>): string | null {
  if (!state.configured) return t('offNext');
  if (state.defaultEnterprise?.name === null) return t('noDefault', { code: state.defaultEnterprise.code });
  return state.mappings === 0 ? t('noMapping') : null;
}

function Settings({ state }: { readonly state: SignOnState }) {
  const t = useTexts<typeof texts>('singleSignOn');
  const { provider, lastFailure } = state;
  const warning = warningOf(state, t);
  const links = { off: t('linkOff'), email: t('linkEmail'), userName: t('linkUserName') };
  const local = `${location.origin}/#/login?local=1`;
  const pairs: readonly (readonly [string, ReactNode])[] = [
    [
      t('state'),
      <StatusDot
        key="state"
        status={state.configured ? 'normal' : 'noData'}
        text={state.configured ? t('on') : t('off')}
      />,
    ],
    ...(provider
      ? [
          [
            t('provider'),
            <StatusDot
              key="provider"
              status={provider.reached ? 'normal' : 'alarm'}
              text={provider.reached ? t('reached') : t('notReached', { why: provider.detail ?? MISSING })}
            />,
          ] as const,
          [t('issuer'), state.issuer] as const,
          [t('client'), state.clientId] as const,
          [t('redirect'), state.redirectUri] as const,
          [t('backChannel'), `${state.redirectUri}/logout`] as const,
          [t('scopes'), state.scopes] as const,
          [t('groups'), state.groupsClaim] as const,
          [
            t('defaultEnterprise'),
            state.defaultEnterprise?.name ?? state.defaultEnterprise?.code ?? t('none'),
          ] as const,
          [t('link'), links[state.link ?? 'off']] as const,
          [t('factor'), state.secondFactor.join(', ') || t('none')] as const,
          [
            t('form'),
            state.passwordForm === 'hide' ? t('formHide', { address: local }) : t('formShow'),
          ] as const,
        ]
      : []),
    [t('lastUsed'), state.lastAt ? deviceTime(state.lastAt) : MISSING],
    [
      t('lastFailure'),
      lastFailure ? (
        <>
          {deviceTime(lastFailure.at)} {lastFailure.reason}
          {lastFailure.detail && <small className={styles.small}>{lastFailure.detail}</small>}
        </>
      ) : (
        t('none')
      ),
    ],
  ];
  return (
    <>
      {warning && <p className={styles.warning}>{warning}</p>}
      {state.link === 'userName' && <p className={styles.warning}>{t('linkUserNameRisk')}</p>}
      <dl className={`${kit.facts} ${styles.pairs}`}>
        {pairs.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
