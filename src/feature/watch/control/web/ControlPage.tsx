import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { ControlView } from './ControlView.tsx';

/** The outputs of an enterprise. */
export default function ControlPage() {
  const { consumer } = useConsumer();
  return consumer ? <ControlView params={{ consumerId: consumer.orgId }} /> : <NoConsumer />;
}
