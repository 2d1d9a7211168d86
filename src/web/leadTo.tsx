import { Navigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RawAddress } from './address.ts';

/** The page of an address that leads to another: what was asked goes along, and `back` does not stop here. */
export const leadTo = (to: string, more: RawAddress = {}): ComponentType =>
  function Lead() {
    const asked: RawAddress = useSearch({ strict: false });
    return <Navigate to={to} search={{ ...more, ...asked } as never} replace />;
  };
