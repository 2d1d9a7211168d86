import { useSyncExternalStore } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { startTour, tourStore } from './tourStore.ts';
import { WORDS } from './words.ts';

/** Where the help tells of the tour: it begins there at any time, and goes on where it was left. */
export function TourPanel({ className }: { readonly className?: string }) {
  const say = useText();
  const { state } = useSyncExternalStore(tourStore.subscribe, tourStore.get);
  return (
    <Panel title={say(WORDS.tour)}>
      <p>{say(WORDS.about)}</p>
      <div className={className}>
        <Button kind="primary" onClick={() => startTour(state !== 'left')}>
          {say(state === 'left' ? WORDS.goOn : WORDS.begin)}
        </Button>
        {state === 'left' && <Button onClick={() => startTour(true)}>{say(WORDS.anew)}</Button>}
      </div>
    </Panel>
  );
}
