export { doorQuery } from './door.ts';
export { SignOnButton } from './SignOnButton.tsx';
export { SignOnChoice } from './SignOnChoice.tsx';
