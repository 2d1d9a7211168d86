import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Tour } from 'antd';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { keptSearch } from '../shell/keptSearch.ts';
import { useMenu } from '../shell/menu.ts';
import { isAt, placeOf, stopsOf } from './course.ts';
import styles from './GuidedTour.module.css';
import type { TourStep } from './steps.ts';
import { endTour, leaveTour, tourStore } from './tourStore.ts';
import { useTarget } from './useTarget.ts';
import { useTourKeys } from './useTourKeys.ts';
import { WORDS } from './words.ts';

/** The panel comes up within this time. */
const FOCUS_MS = 60;

/** The guided tour while it runs: one stop at a time, beside the page and never over it. */
export default function GuidedTour() {
  const stops = stopsOf(useMenu());
  const kept = useSyncExternalStore(tourStore.subscribe, tourStore.get);
  const place = placeOf(stops, kept);
  const step = stops[place];
  if (!step) return null;
  const go = (to: number): void => {
    const next = stops[to];
    if (next) tourStore.set({ at: next.key, state: 'left' });
    else if (to >= stops.length) endTour();
  };
  return <Stop key={step.key} step={step} place={place} of={stops.length} onGo={go} />;
}

interface StopProps {
  readonly step: TourStep;
  readonly place: number;
  readonly of: number;
  readonly onGo: (place: number) => void;
}

function Stop({ step, place, of, onGo }: StopProps) {
  const say = useText();
  const arrived = useArrival(step);
  const target = useTarget(step, arrived);
  const back = (): void => onGo(place - 1);
  const next = (): void => onGo(place + 1);
  useTourKeys({ back, next, leave: leaveTour });
  useEffect(() => {
    // The page stays as it is: what is meant has a line around it.
    target?.setAttribute('data-tour-here', '');
    return () => target?.removeAttribute('data-tour-here');
  }, [target]);
  useFocus(target !== undefined);
  if (target === undefined) return null;
  const last = place === of - 1;
  return (
    <Tour
      open
      current={0}
      mask={false}
      keyboard={false}
      arrow={target !== null}
      rootClassName={styles['tour'] ?? ''}
      onClose={leaveTour}
      scrollIntoViewOptions={{ block: 'nearest' }}
      closable={{ 'aria-label': say(WORDS.leave) }}
      steps={[
        {
          target,
          title: (
            <span data-tour-panel>
              {say(step.title)} <small className={styles['place']}>{`${place + 1} / ${of}`}</small>
            </span>
          ),
          description: say(step.text),
        },
      ]}
      actionsRender={() => (
        <div className={styles['actions']} data-tour-panel>
          <span className={styles['keys']}>{say(WORDS.keys)}</span>
          {place > 0 && <Button onClick={back}>{say(WORDS.back)}</Button>}
          <Button kind="primary" data-tour-next onClick={next}>
            {say(last ? WORDS.finish : WORDS.next)}
          </Button>
        </div>
      )}
      indicatorsRender={() => null}
    />
  );
}

/** Takes the focus once a stop is shown, so that the arrows are the tour's: whoever turned a page asked for it. */
function useFocus(shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(
      () => document.querySelector<HTMLElement>('[data-tour-next]')?.focus({ preventScroll: true }),
      FOCUS_MS,
    );
    return () => clearTimeout(timer);
  }, [shown]);
}

/** Opens the page of a stop; whether it is open. Whoever goes elsewhere from there leaves the tour. */
function useArrival(step: TourStep): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  const here = isAt(step, pathname);
  const query = useRef(false);
  const been = useRef(false);
  useEffect(() => {
    if (query.current) return;
    query.current = true;
    if (step.page !== null && (!here || step.search))
      void navigate({ to: step.page, search: { ...keptSearch(search), ...step.search } as never });
  }, [here, navigate, search, step]);
  useEffect(() => {
    if (here) been.current = true;
    else if (been.current) leaveTour();
  }, [here]);
  return here;
}
