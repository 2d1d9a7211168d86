export { type SavedViews, useSavedViews } from './useSavedViews.ts';
export { ViewMenu } from './ViewMenu.tsx';
