export { TaskProgress } from './wizard/TaskProgress.tsx';
