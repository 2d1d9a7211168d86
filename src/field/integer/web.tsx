export { Cell, column, Filter, Input } from '../decimal/web.tsx';
