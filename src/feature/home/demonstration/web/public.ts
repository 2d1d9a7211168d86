export { FillingBar } from './FillingBar.tsx';
