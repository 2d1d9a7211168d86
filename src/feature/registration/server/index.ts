import { REGISTRATION } from '#feature/workflow/contract.ts';
import { onEnding } from '#feature/workflow/server/public.ts';
import { openEnterprise } from './agreed.ts';
import { register } from './register.ts';

onEnding(REGISTRATION, { onAgreed: openEnterprise });

export const routes = [register];
