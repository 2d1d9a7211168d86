import { lazy } from 'react';

/** What tabs show, fetched when they are first opened. */
export const UseTab = lazy(() => import('./UseTab.tsx'));
export const MetersTab = lazy(() => import('./MetersTab.tsx'));
export const ArchiveTab = lazy(() => import('./ArchiveTab.tsx'));
export const ControlTab = lazy(() => import('./ControlTab.tsx'));
export const PeopleTab = lazy(() => import('./PeopleTab.tsx'));
export const CamerasTab = lazy(() => import('./CamerasTab.tsx'));
