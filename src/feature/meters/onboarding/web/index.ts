import type { WebFeature } from '#web/page.ts';

export const onboarding: WebFeature = {
  routes: [
    {
      path: '/SDNCommunication/SDNOnboarding',
      title: { zh: '批量接入表计', en: 'Connect meters from a list' },
      load: () => import('./OnboardingPage.tsx'),
    },
  ],
};
