import { ACCOUNT } from '#contract/accountType.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import '@testing-library/jest-dom/vitest';
import { act, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { type Language, textIn } from '#contract/text.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { sessionQuery, type Session } from '#web/session/session.ts';
import { texts as shellTexts } from '#web/shell/texts.ts';
import type { Texts } from '#web/text/useTexts.ts';
import { ConfirmHost } from '#web/ui/Confirm.tsx';
import { NoticeHost } from '#web/ui/NoticeHost.tsx';
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

/** An operator without any function code. */
export const session: Session = {
  user: {
    userId: 1,
    userName: 'a',
    name: 'A',
    accountType: ACCOUNT.operator,
    orgId: 0,
    orgName: '',
    icon: null,
  },
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

/** Answers the page's calls; `reply` makes the envelope, now or later. The calls are collected in the list that is returned. */
export function answerCalls(reply: (call: SentCall) => object | Promise<object>): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const call = { path: address, params: Object.fromEntries(body) };
    calls.push(call);
    return new Response(JSON.stringify(await reply(call)));
  });
  return calls;
}

/** An upload that the page began, with the files and fields of its form; `answer` ends it, `fail` breaks it off. */
export interface SentUpload {
  readonly path: string;
  readonly form: FormData;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: (envelope: object) => void;
  readonly fail: () => void;
}

/** Takes the page's uploads; each waits for its answer. They are collected in the list that is returned. */
export function takeUploads(): SentUpload[] {
  const uploads: SentUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      readonly headers: Record<string, string> = {};
      responseText = '';
      status = 200;
      path = '';
      open(_method: string, path: string): void {
        this.path = path;
      }
      setRequestHeader(name: string, value: string): void {
        this.headers[name] = value;
      }
      abort(): void {
        this.dispatchEvent(new Event('abort'));
      }
      send(form: FormData): void {
        const answer = (envelope: object): void => {
          this.responseText = JSON.stringify(envelope);
          this.dispatchEvent(new Event('load'));
        };
        const fail = (): void => void this.dispatchEvent(new Event('error'));
        uploads.push({ path: this.path, form, headers: this.headers, answer, fail });
      }
    },
  );
  return uploads;
}

interface Drawing {
  readonly language?: Language;
  readonly as?: Session;
  /** Further phrases by their namespace. */
  readonly phrases?: Readonly<Record<string, Texts>>;
}

/** Draws a part of the product for a person, who speaks English unless told otherwise. */
export async function draw(
  part: ReactNode,
  { language = 'en', as = session, phrases: more = {} }: Drawing = {},
): Promise<void> {
  const phrases = { resource: texts, ui: uiTexts, shell: shellTexts, ...more };
  await i18next.init({
    lng: language,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      [language]: {
        translation: Object.fromEntries(
          Object.entries(phrases).flatMap(([space, some]) =>
            Object.entries(some).map(([key, phrase]) => [`${space}.${key}`, textIn(phrase, language)]),
          ),
        ),
      },
    },
  });
  // jsdom has neither popovers nor modal dialogs.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, as);
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
}

/** Closes the notices that are shown: they outlive the page that said them. */
export function closeNotices(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[popover] button')) button.click();
}

/** Draws a part that asks where it is: at an address of the product, with questions and notices over it. */
export async function drawAt(address: string, part: ReactNode, drawing: Drawing = {}) {
  const root = createRootRoute({
    component: () => (
      <>
        {part}
        <ConfirmHost />
        <NoticeHost />
      </>
    ),
    notFoundComponent: () => null,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root, history });
  await act(() => router.load());
  await draw(<RouterProvider router={router as never} />, drawing);
  return router;
}
