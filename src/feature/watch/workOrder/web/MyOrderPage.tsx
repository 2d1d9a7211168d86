import { Orders } from './Orders.tsx';

/** The same in the customer area: those given to the account first. */
export default function MyOrderPage() {
  return <Orders own />;
}
