import { Fragment } from 'react';
import { PageLink } from '#web/ui/PageLink.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { useMay } from '#web/session/session.ts';
import type { Place } from '../contract.ts';

/** A place as a link: of an enterprise to its overview, else to its page. */
export function PlaceLink({ place: { kind, orgId, name } }: { readonly place: Place }) {
  const mayLook = useMay('SDNMonitoring.Overview');
  if (kind !== 'consumer')
    return (
      <PageLink kind={kind} id={orgId}>
        {name}
      </PageLink>
    );
  return mayLook ? <GoLink goal={{ to: '/SDNMonitoring/Overview' }}>{name}</GoLink> : <span>{name}</span>;
}

/** The way down the tree, each step a link; an object that is called as the site it stands for is one step with it. */
export function Trail({ places }: { readonly places: readonly Place[] }) {
  const steps = places.filter(({ kind, name }, i) => {
    const above = places[i - 1];
    return kind !== 'object' || above?.kind !== 'site' || name !== above.name;
  });
  return steps.map((place, i) => (
    <Fragment key={place.orgId}>
      {i > 0 && <span aria-hidden="true">/</span>}
      <PlaceLink place={place} />
    </Fragment>
  ));
}
