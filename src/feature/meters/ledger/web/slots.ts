export { LifeLink } from './LifeLink.tsx';
