import { Orders } from './Orders.tsx';

/** Work orders of an enterprise. */
export default function WorkOrderPage() {
  return <Orders />;
}
