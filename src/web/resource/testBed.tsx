import { QueryClientProvider } from '@tanstack/react-query';
import '@testing-library/jest-dom/vitest';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { sessionQuery, type Session } from '#web/session/session.ts';
import { texts as uiTexts } from '#web/ui/texts.ts';
import { texts } from './texts.ts';

/** A resource that exists in tests alone. */
export const sample = defineResource({
  name: 'sample',
  area: 'archive',
  label: { zh: '样例', en: 'Samples' },
  idName: 'sampleId',
  title: 'name',
  scope: null,
  screen: '/Sample',
  fields: {
    name: text('名称', 'Name', { min: 2, max: 20 }),
    state: choice('状态', 'State', {
      on: { zh: '开', en: 'On' },
      off: { zh: '关', en: 'Off' },
    }),
    power: optional(decimal('功率', 'Power', { from: 0, unit: 'kW', decimals: 1 })),
  },
});

const session: Session = {
  user: { userId: 1, userName: 'a', name: 'A', accountType: '1', orgId: 0, orgName: '', icon: null },
  passwordExpired: 0,
  roles: [],
  funCodes: [],
  consumers: [],
};

/** A call that the page made, as the server would have read it. */
export interface SentCall {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Answers the page's calls; `reply` makes the envelope. The calls are collected in the list that is returned. */
export function answerCalls(reply: (call: SentCall) => object): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const call = { path: address, params: Object.fromEntries(body) };
    calls.push(call);
    return new Response(JSON.stringify(reply(call)));
  });
  return calls;
}

/** Draws a part of the engine for a person who speaks English. */
export async function draw(part: ReactNode): Promise<void> {
  const phrases = { resource: texts, ui: uiTexts };
  await i18next.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      en: {
        translation: Object.fromEntries(
          Object.entries(phrases).flatMap(([space, some]) =>
            Object.entries(some).map(([key, phrase]) => [`${space}.${key}`, phrase.en]),
          ),
        ),
      },
    },
  });
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, session);
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
}
