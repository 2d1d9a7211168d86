import type { ComponentType } from 'react';
import { useAddress, type RawAddress } from '#web/address.ts';
import type { Text } from '#contract/text.ts';
import { CLOSED } from '#web/provenance/useOpened.ts';
import { useText } from '#web/text/useTexts.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { Analysis } from './analysis.ts';
import { pageOf } from './AnalysisPage.tsx';
import kit from '#web/ui/kit.module.css';

/** One of several views of the same question. */
export interface AnalysisView {
  readonly value: string;
  readonly text: Text;
  readonly analysis: Analysis;
}

const readView = (raw: RawAddress) => ({
  view: typeof raw['view'] === 'string' ? raw['view'] : null,
  // They belong to the view that is left.
  by: null,
  items: null,
  code: null,
  interval: null,
});

/** A screen of several analyses about the same object and range, one shown at a time; the address names it. */
export function viewsOf(label: Text, views: readonly [AnalysisView, ...AnalysisView[]]): ComponentType {
  // One screen, so that a saved view holds which of them is shown.
  const screen = views[0].analysis.name;
  const pages = views.map(({ value, text, analysis }) => ({ value, text, Page: pageOf(analysis, screen) }));
  return function Views() {
    const say = useText();
    const [{ view }, change] = useAddress(readView);
    const shown = pages.find(({ value }) => value === view) ?? pages[0];
    return (
      <div className={kit.stack}>
        <div>
          <Segmented
            label={say(label)}
            options={pages.map(({ value, text }) => ({ value, text: say(text) }))}
            value={shown?.value ?? ''}
            onChange={(value) =>
              change(
                {
                  view: value,
                  by: undefined,
                  items: undefined,
                  code: undefined,
                  ...CLOSED,
                  interval: undefined,
                },
                { push: true },
              )
            }
          />
        </div>
        {shown && <shown.Page key={shown.value} />}
      </div>
    );
  };
}
