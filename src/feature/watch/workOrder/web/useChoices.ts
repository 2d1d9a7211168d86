import dayjs, { type Dayjs } from 'dayjs';
import { readJson } from '#contract/json.ts';
import type { WorkDemand } from '#contract/workOrder.ts';
import type { ChosenSite } from './SiteField.tsx';
import { useDraft } from './useDraft.ts';

/** What is chosen of a new order besides its words. */
export interface Choices {
  readonly site: ChosenSite | null;
  readonly demand: WorkDemand;
  readonly urgency: string;
  readonly due: Dayjs | null;
}

type Kept = Omit<Choices, 'due'> & { readonly due: string | null };

const FIRST: Kept = { site: null, demand: 'repair', urgency: '3', due: null };
/** A wall clock: whose zone it is of follows from the site. */
const WALL = 'YYYY-MM-DDTHH:mm:ss';

/** Choices that outlive a reload as the words do: an order that is sent again must be the same. */
export function useChoices(name: string): {
  readonly choices: Choices;
  readonly choose: (part: Partial<Choices>) => void;
  readonly forget: () => void;
} {
  const { text, change } = useDraft(name);
  const kept: Kept = { ...FIRST, ...(readJson(text) as Partial<Kept> | undefined) };
  const choices: Choices = { ...kept, due: kept.due === null ? null : dayjs(kept.due) };
  return {
    choices,
    choose: (part) => {
      const next = { ...choices, ...part };
      change(JSON.stringify({ ...next, due: next.due?.format(WALL) ?? null } satisfies Kept));
    },
    forget: () => change(''),
  };
}
