export { confirmRole } from './effect.ts';
export { FunctionTree } from './FunctionTree.tsx';
export { HomeCell, HomeInput } from './HomeInput.tsx';
export { InviteDialog, inviteTexts } from './InviteDialog.tsx';
export { MaySee } from './MaySee.tsx';
export { PasswordDialog, passwordTexts } from './PasswordDialog.tsx';
export { factorTexts, ResetFactorDialog } from './ResetFactorDialog.tsx';
export { beginAccount, RoleChoice, RolesReady } from './RoleChoice.tsx';
