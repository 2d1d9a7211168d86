import type { Text } from '#contract/text.ts';
import type { PageRoute } from '#web/page.ts';
import type { Analysis } from './analysis.ts';
import { analysisScreen } from './analysisScreen.ts';

/** The screen of an analysis below `/SDNPowerAdmin`; frame and analysis are loaded together when it is opened. */
export const analysisRoute = (path: string, title: Text, read: () => Promise<Analysis>): PageRoute => ({
  path: `/SDNPowerAdmin/${path}`,
  title,
  load: analysisScreen(read),
});
