import { useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { PAGE_TABS, type PageFacts, type PageTabKey, refusalOf, tabsOf } from '#contract/objectPage.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { type HeldAddress, HeldAddressContext } from '#web/heldAddress.ts';
import { pageGoal } from '#web/pageGoal.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { ShownZone, useZone } from '#web/session/zone.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import { useGo } from '#web/ui/useGo.ts';
import { keptParts, leavesFor, readPage } from './address.ts';
import kit from '#web/ui/kit.module.css';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

export interface PageFrameProps {
  readonly facts: PageFacts;
  readonly name: string;
  readonly consumerId: number;
  /** Whose figures the tabs show: a meter, or a node; both null where nothing has figures. */
  readonly meterId: number | null;
  readonly orgId: number | null;
  /** The head over the tabs. */
  readonly head: ReactNode;
  /** Where its own page stands. */
  readonly to: string;
  readonly tab: (tab: PageTabKey) => ReactNode;
}

/** Head, tabs as far as the account may see them, and the tab in view with what the page is about held in its address. */
export function PageFrame(props: PageFrameProps) {
  const { facts, name, consumerId, meterId, orgId, to } = props;
  const t = useObjectPageTexts();
  const say = useText();
  const { funCodes } = useSession();
  const search: RawAddress = useSearch({ strict: false });
  const [{ tab: query }] = useAddress(readPage);
  usePageHead({ title: name });
  const wrong = useItsConsumer(consumerId);
  const held = useHeld(meterId, orgId);
  const zone = useZone(consumerId);
  const holds = (code: string): boolean => funCodes.includes(code);
  const tabs = tabsOf(facts, holds);
  const shown = query ?? tabs[0] ?? null;
  const refusal = shown === null ? null : refusalOf(shown, facts, holds);
  const kept = keptParts(search);
  return (
    <div className={kit.stack}>
      <Panel>
        {props.head}
        <TabLinks
          label={t('tabs')}
          tabs={tabs.map((tab) => ({
            key: tab,
            to,
            search: { ...kept, tab },
            here: tab === shown,
            text: say(PAGE_TABS[tab].name),
          }))}
        />
      </Panel>
      {shown === null ? (
        <Panel>
          <EmptyState why={t('noTab')} next={t('noTabNext')} height={240} />
        </Panel>
      ) : refusal ? (
        <Panel>
          <EmptyState
            why={t(`refused_${refusal}`, { tab: say(PAGE_TABS[shown].name) })}
            next={t('refusedNext')}
            height={240}
          />
        </Panel>
      ) : wrong ? (
        <LoadingState height={320} />
      ) : (
        <ShownZone value={zone}>
          <HeldAddressContext value={held}>
            <Suspense fallback={<LoadingState height={320} />}>{props.tab(shown)}</Suspense>
          </HeldAddressContext>
        </ShownZone>
      )}
    </div>
  );
}

/** Brings the enterprise that the page belongs to into view; true until it is there. */
function useItsConsumer(consumerId: number): boolean {
  const { consumer } = useConsumer();
  const { consumers } = useSession();
  const [, change] = useAddress(readPage);
  const wrong =
    consumer !== null && consumer.orgId !== consumerId && consumers.some((one) => one.orgId === consumerId);
  useEffect(() => {
    if (wrong) change({ consumer: consumerId } as object);
  }, [wrong, consumerId, change]);
  return wrong;
}

/** The screens inside are about the page's own meter or node; one that would be about another leads to its page. */
function useHeld(meterId: number | null, orgId: number | null): HeldAddress {
  const go = useGo();
  return useMemo(
    () => ({
      parts: {
        meter: meterId ?? undefined,
        ammeterId: meterId ?? undefined,
        org: meterId === null ? (orgId ?? undefined) : undefined,
      },
      leave: (change) => {
        const other = leavesFor(change, { orgId, meterId });
        if (other) go(pageGoal(other));
        return other !== null;
      },
    }),
    [meterId, orgId, go],
  );
}
