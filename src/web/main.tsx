import './noEvaluation.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OVERVIEW } from '#contract/home.ts';
import { sayWhyAnew } from './api/otherAccount.ts';
import { queryClient } from './api/queryClient.ts';
import { watchTouches } from './api/resting.ts';
import { pages } from './features.ts';
import { reloadOnMissingCode } from './freshCode.ts';
import { findPage } from './page.ts';
import { router } from './routes.tsx';
import { sessionQuery } from './session/session.ts';
import { menuQuery } from './shell/menu.ts';
import { allPhrases, preferredLanguage, startLanguage } from './text/language.ts';
import { startAppearance } from './theme/appearance.ts';
import { carryStyleNonce } from './theme/styleNonce.ts';
import './theme/base.css';

/** Asks for session, menu and the page's code at once, beside the phrases, instead of one after the other. */
function startEarly(): void {
  const [path = '', query] = location.hash.slice(1).split('?');
  const page = findPage(pages, path === '' || path === '/' ? OVERVIEW : path);
  if (page) void page.load().catch(() => undefined);
  if (path.toLowerCase() === '/login' || page?.anonymous) return;
  void queryClient.prefetchQuery(sessionQuery);
  void queryClient.prefetchQuery(menuQuery(preferredLanguage()));
  // All but the first screen waits for every phrase.
  if (page && page.first !== true) void allPhrases(preferredLanguage()).catch(() => undefined);
  page?.ahead?.(Object.fromEntries(new URLSearchParams(query)));
}

carryStyleNonce();
reloadOnMissingCode();
watchTouches();
startAppearance();
const phrases = startLanguage();
startEarly();
const root = document.getElementById('root')!;
await phrases.then(
  () => {
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
    sayWhyAnew();
  },
  () => {
    // Without phrases there is no language to say it in, so it is said in both.
    root.textContent = '连接不到服务器，请重新加载。 The server cannot be reached. Please reload.';
  },
);
