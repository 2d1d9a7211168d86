import type { ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { funCodeOf } from '#contract/permission.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useResourceTexts } from './useResourceTexts.ts';

export interface NoneYetProps {
  /** One sentence: what is not there yet. */
  readonly why: string;
  /** Where it is entered. */
  readonly enter: readonly Resource[];
  readonly children?: ReactNode;
}

/** In place of a page about things of which none is entered: one sentence, and the way to the form for whoever may add one. */
export function NoneYet({ why, enter, children }: NoneYetProps) {
  const t = useResourceTexts();
  const say = useText();
  const { funCodes } = useSession();
  const adding = enter.filter((resource) => funCodes.includes(funCodeOf(resource, 'add')));
  return (
    <Panel>
      <EmptyState why={why} {...(adding.length === 0 ? { next: t('noneAsk') } : {})} height={240}>
        {adding.map((resource) => (
          <GoLink key={resource.name} goal={{ to: resource.screen, search: { do: 'add' } }}>
            {t('addTitle', { what: say(resource.label) })}
          </GoLink>
        ))}
        {children}
      </EmptyState>
    </Panel>
  );
}
