import { REGISTRATION } from '#feature/settings/workflow/contract.ts';
import { onEnding } from '#feature/settings/workflow/server/public.ts';
import { openEnterprise } from './agreed.ts';
import { register } from './register.ts';

onEnding(REGISTRATION, { onAgreed: openEnterprise });

export const routes = [register];
