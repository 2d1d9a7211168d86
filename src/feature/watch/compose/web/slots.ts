/** What the form of alarm rules shows of expressions and compositions. */
export { CompositionInput } from './CompositionInput.tsx';
export { ExpressionInput } from './ExpressionInput.tsx';
