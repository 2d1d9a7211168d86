export { TwiceButton } from './TwiceButton.tsx';
